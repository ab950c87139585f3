/// The letters of the pages; until they are there, those of the system are shown.
import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/literata/wght.css';

import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/literata/wght.css';
import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { followLinks } from './route.svelte';

followLinks();
const target = document.getElementById('app');
if (target) mount(App, { target });

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js'));
}

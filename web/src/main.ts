import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { hasBoard } from './board/games';
import { onMissingFile } from './outdated';
import { followLinks, route } from './route.svelte';
import { rulebook } from './rulebook/books';
import { games } from './rules/catalog';
import { rules } from './rules/rules';
import { setLanguage, settings } from './settings.svelte';
import { findStored } from './table/stored';

followLinks();
// A chunk can't be loaded: the server has another build by now.
addEventListener('vite:preloadError', onMissingFile);
// A rulebook comes while the page that shows it does.
const { page } = route();
if (page.page === 'rules' || page.page === 'summary') void rulebook(page.game, settings.lang);
// So do the rules of a box or of a table of this browser. The letters of the pages come after them: on a slow line a game
// is playable sooner.
const opened =
  page.page === 'box' ? page.game : page.page === 'table' ? findStored(page.id)?.game : undefined;
const warmed = opened && hasBoard(opened) ? rules.of(opened).warm() : Promise.resolve();
void warmed.then(() => import('./fonts')).catch(onMissingFile);
const target = document.getElementById('app');
// The words of the language and the list of games come at the same time.
void games().catch(onMissingFile);
setLanguage(settings.lang).then(() => target && mount(App, { target }), onMissingFile);

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // The service worker keeps the cache of a build while a page holds the lock with its name: see `service-worker.js`.
  const build = new URL(import.meta.url).pathname;
  void navigator.locks.request(build, { mode: 'shared' }, () => new Promise(() => {}));
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js'));
}

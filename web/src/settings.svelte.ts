/// What somebody likes: language, light, sound. Kept in this browser.
import type { Lang, Text } from './generated/house';
import { en, type Key } from './words/en';
import { fr } from './words/fr';
import { french } from './words/french';

export type Theme = 'day' | 'night';

interface Settings {
  lang: Lang;
  /** Nothing: as the system does. */
  theme: Theme | null;
  sound: boolean;
  /** Whether each action is confirmed before it counts. */
  confirm: boolean;
  /** Whether a note of the system tells of one's turn. */
  notes: boolean;
}

const CATALOGUES = { fr, en };

function usual(): Settings {
  const french = navigator.languages.some((lang) => lang.startsWith('fr'));
  const english = navigator.language.startsWith('en');
  return { lang: french && !english ? 'fr' : 'en', theme: null, sound: true, confirm: false, notes: false };
}

function kept(): Settings {
  try {
    return { ...usual(), ...(JSON.parse(localStorage.getItem('settings') ?? '{}') as Partial<Settings>) };
  } catch {
    return usual();
  }
}

const system = matchMedia('(prefers-color-scheme: dark)');
let systemTheme = $state<Theme>(system.matches ? 'night' : 'day');
system.addEventListener('change', () => {
  systemTheme = system.matches ? 'night' : 'day';
});

export const settings = $state<Settings>(kept());

/** The light that is on. */
export function theme(): Theme {
  return settings.theme ?? systemTheme;
}

/** Shows the settings on the page and keeps them: called in an effect. */
export function applySettings(): void {
  document.documentElement.lang = settings.lang;
  document.documentElement.dataset.theme = theme();
  localStorage.setItem('settings', JSON.stringify(settings));
}

/** The word for `key` in the language of the page, its gaps filled in. */
export function t(key: Key, gaps: Record<string, string | number> = {}): string {
  return printed(CATALOGUES[settings.lang][key]).replace(/\{(\w+)\}/g, (_, gap: string) =>
    String(gaps[gap] ?? ''),
  );
}

/** What a game says, in the language of the page; nothing where it says nothing. */
export function tell(text: Text | null | undefined): string {
  return printed(text?.[settings.lang] ?? '');
}

function printed(text: string): string {
  return settings.lang === 'fr' ? french(text) : text;
}

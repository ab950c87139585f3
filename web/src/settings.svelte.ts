/// The settings of this browser: language, theme, sound. Stored in it.
import type { Lang, Text } from './generated/protocol';
import type { Key, Words } from './words/en';
import { french } from './words/french';

export type Theme = 'day' | 'night';

interface Settings {
  lang: Lang;
  /** `null` follows the system. */
  theme: Theme | null;
  sound: boolean;
  /** Whether each action must be confirmed; `null` for games by days only. */
  confirm: boolean | null;
  /** Whether what happens at a table is read aloud. */
  speak: boolean;
  /** Whether the pages are those for children. */
  children: boolean;
  /** Whether a notification of the system announces the player's turn. */
  notes: boolean;
}

/** The texts of the pages: a visitor downloads those of one language. */
const CATALOGUES: Record<Lang, () => Promise<Words>> = {
  fr: async () => (await import('./words/fr')).fr,
  en: async () => (await import('./words/en')).en,
};
/** The texts in use. */
let words = $state.raw<Words>();

function defaults(): Settings {
  const french = navigator.languages.some((lang) => lang.startsWith('fr'));
  const english = navigator.language.startsWith('en');
  return {
    lang: french && !english ? 'fr' : 'en',
    theme: null,
    sound: true,
    confirm: null,
    notes: false,
    speak: false,
    children: false,
  };
}

function stored(): Settings {
  try {
    return { ...defaults(), ...(JSON.parse(localStorage.getItem('settings') ?? '{}') as Partial<Settings>) };
  } catch {
    return defaults();
  }
}

const system = matchMedia('(prefers-color-scheme: dark)');
let systemTheme = $state<Theme>(system.matches ? 'night' : 'day');
system.addEventListener('change', () => {
  systemTheme = system.matches ? 'night' : 'day';
});

export const settings = $state<Settings>(stored());

/** The theme in use. */
export function theme(): Theme {
  return settings.theme ?? systemTheme;
}

/** Loads the texts of a language, and shows the pages in it. Called once before anything is shown. */
export async function setLanguage(lang: Lang): Promise<void> {
  words = await CATALOGUES[lang]();
  settings.lang = lang;
}

/** Applies the settings to the page and stores them. Called in an effect. */
export function applySettings(): void {
  document.documentElement.lang = settings.lang;
  document.documentElement.dataset.theme = theme();
  document.documentElement.toggleAttribute('data-children', settings.children);
  localStorage.setItem('settings', JSON.stringify(settings));
}

/**
 * The text for `key` in the language of the page, its placeholders filled in. `{count|game|games}` is the word for one
 * or for many, as the language counts.
 */
export function t(key: Key, gaps: Record<string, string | number> = {}): string {
  const plural = new Intl.PluralRules(settings.lang);
  return typeset(words?.[key] ?? '')
    .replace(/\{(\w+)\|([^|}]*)\|([^}]*)\}/g, (_, gap: string, one: string, many: string) =>
      plural.select(Number(gaps[gap])) === 'one' ? one : many,
    )
    .replace(/\{(\w+)\}/g, (_, gap: string) => String(gaps[gap] ?? ''));
}

/** A text of a game in the language of the page; empty if there is none. */
export function localize(text: Text | null | undefined): string {
  return typeset(text?.[settings.lang] ?? '');
}

function typeset(text: string): string {
  return settings.lang === 'fr' ? french(text) : text;
}

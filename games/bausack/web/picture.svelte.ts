/// Which picture of the table is shown: what the browser can draw, or what the player prefers.

const PICTURE = 'bausack picture';
const LIGHT = 'bausack light';

export class Picture {
  /** Whether the browser supports WebGL 2. */
  readonly canDraw = hasGraphics();
  kind = $state<'scene' | 'flat'>('flat');
  /** A light picture for weak devices: fewer pixels, coarser shadows. */
  light = $state(false);
  night = $state(isNight());
  /** Why views are flat, where the player has not chosen that. */
  why = $state<'unable' | 'slow' | 'failed' | null>(null);

  constructor() {
    if (this.canDraw && localStorage.getItem(PICTURE) !== 'flat') this.kind = 'scene';
    if (!this.canDraw) this.why = 'unable';
    const wanted = localStorage.getItem(LIGHT);
    const weak = matchMedia('(pointer: coarse)').matches || (navigator.hardwareConcurrency ?? 4) <= 2;
    this.light = wanted === null ? weak : wanted === 'yes';
  }

  choose(kind: 'scene' | 'flat'): void {
    this.kind = kind;
    this.why = null;
    localStorage.setItem(PICTURE, kind);
  }

  chooseLight(light: boolean): void {
    this.light = light;
    localStorage.setItem(LIGHT, light ? 'yes' : 'no');
  }

  /** Frames are drawn too slowly: changes to a lighter picture, unless the player has chosen one. */
  slow = (): void => {
    if (!this.light && localStorage.getItem(LIGHT) === null) this.light = true;
    else if (this.light && localStorage.getItem(PICTURE) === null) [this.kind, this.why] = ['flat', 'slow'];
  };

  /** The scene can't be drawn after all. */
  failed = (): void => {
    [this.kind, this.why] = ['flat', 'failed'];
  };

  /** Follows the theme of the page; returns a function that stops this. */
  watch(): () => void {
    const watch = new MutationObserver(() => (this.night = isNight()));
    watch.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => watch.disconnect();
  }
}

function isNight(): boolean {
  return document.documentElement.dataset.theme === 'night';
}

function hasGraphics(): boolean {
  const context = document
    .createElement('canvas')
    .getContext('webgl2', { failIfMajorPerformanceCaveat: false });
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

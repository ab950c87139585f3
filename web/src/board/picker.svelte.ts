/// Turns presses on spots into an action, the same for clicks, drags, touch and keyboard.

/** An action as the presses that mean it: `b2-c3` is b2, then c3. Several ways may lead to one action. */
export interface Reading {
  action: string;
  path: string[];
  /** What the last press does to what stands there, where it is no plain move: the spot is marked accordingly. */
  kind?: TargetKind;
}

/** What an action does to the spot where it ends: it stacks on a piece of one's own, or takes one of another seat. */
export type TargetKind = 'stack' | 'capture';

/** What a picker asks of its board; functions, because the answers change. */
export interface PickerOptions {
  /** The legal actions as presses. */
  readings(): Reading[];
  /** The action in notation that illegal presses probably mean: the rules then explain why it is illegal. */
  guess(path: string[]): string | null;
  act(action: string): void;
  attempt(action: string): void;
  disabled(): boolean;
}

/** Something in the hand, at a point of the drawing. */
export interface Lifted {
  spot: string;
  x: number;
  y: number;
}

export class Picker {
  /** The spots that were pressed so far. */
  path = $state.raw<string[]>([]);
  /** What is dragged. */
  lifted = $state.raw<Lifted | null>(null);
  /** Where the mouse is. */
  hover = $state.raw<string | null>(null);
  /** The actions that the presses may mean, if there are several: the board asks which. */
  choices = $state.raw<Reading[]>([]);

  /** The spots at which an action may begin. */
  origins = $derived.by(() => new Set(this.options.readings().map((reading) => reading.path[0] ?? '')));
  /** The spots that may be pressed next. */
  targets = $derived.by(
    () => new Set(this.following(this.path).map((reading) => reading.path[this.path.length] ?? '')),
  );

  /** What the next press does, where that is no plain move. */
  kinds = $derived.by(() => {
    const { length } = this.path;
    const last = this.following(this.path).filter(({ path, kind }) => kind && path.length === length + 1);
    return new Map(last.map(({ path, kind }) => [path[length] ?? '', kind]));
  });

  constructor(private options: PickerOptions) {}

  /** The last spot that was pressed. */
  get selected(): string | null {
    return this.path.at(-1) ?? null;
  }

  /** Handles the press of a spot. */
  press(spot: string): void {
    if (this.options.disabled()) return;
    if (this.path.length > 0 && this.selected === spot) {
      this.clear();
      return;
    }
    const path = [...this.path, spot];
    if (this.go(path)) return;
    // The press selects another piece instead. It never acts at once: whoever holds a piece means that piece.
    if (this.path.length > 0 && this.following([spot], true).some((reading) => reading.path.length > 1)) {
      this.clear();
      this.path = [spot];
      this.choices = this.complete([spot]);
      return;
    }
    const meant = this.options.guess(path);
    if (meant) this.options.attempt(meant);
    this.clear();
  }

  /** Performs one of the choices. */
  choose(reading: Reading): void {
    this.clear();
    this.options.act(reading.action);
  }

  /** Starts a drag from a spot if an action may begin there; returns whether it does. */
  lift(spot: string, x: number, y: number): boolean {
    if (this.options.disabled() || !this.origins.has(spot)) return false;
    if (!this.following([spot], true).some((reading) => reading.path.length > 1)) return false;
    this.choices = [];
    this.path = [spot];
    this.lifted = { spot, x, y };
    return true;
  }

  /** Moves what is dragged. */
  carry(x: number, y: number): void {
    if (this.lifted) this.lifted = { ...this.lifted, x, y };
  }

  /** Ends a drag, over a spot or outside of all spots. */
  drop(spot: string | null): void {
    const from = this.lifted?.spot;
    this.lifted = null;
    if (spot === null || spot === from) return;
    this.press(spot);
  }

  /** Resets the input. */
  clear(): void {
    this.path = [];
    this.choices = [];
    this.lifted = null;
  }

  /** Accepts the presses if legal actions begin with them; returns whether they do. */
  private go(path: string[]): boolean {
    const matching = this.following(path, true);
    if (matching.length === 0) return false;
    const complete = this.complete(path);
    const [only] = complete;
    if (
      complete.length === matching.length &&
      new Set(complete.map((reading) => reading.action)).size === 1 &&
      only
    ) {
      this.clear();
      this.options.act(only.action);
    } else {
      this.path = path;
      this.choices = complete;
    }
    return true;
  }

  /** The actions that these presses mean already. */
  private complete(path: string[]): Reading[] {
    return this.following(path, true).filter((reading) => reading.path.length === path.length);
  }

  private following(path: string[], whole = false): Reading[] {
    const goesOn = (reading: Reading) => whole || reading.path.length > path.length;
    return this.options
      .readings()
      .filter((reading) => goesOn(reading) && path.every((spot, index) => reading.path[index] === spot));
  }
}

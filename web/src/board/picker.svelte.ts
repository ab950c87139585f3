/// How presses become an action: click and click, drag, touch or keyboard, all the same.

/** An action as the presses that mean it: `b2-c3` is b2, then c3. Several ways may lead to one action. */
export interface Reading {
  action: string;
  path: string[];
}

/** What a picker asks of its board; functions, because the answers change. */
export interface PickerOptions {
  /** The legal actions as presses. */
  readings(): Reading[];
  /** What somebody means by presses that are not legal, in notation; the rules say why not. */
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
  /** What was pressed so far. */
  path = $state.raw<string[]>([]);
  /** What is dragged. */
  lifted = $state.raw<Lifted | null>(null);
  /** Where the mouse is. */
  hover = $state.raw<string | null>(null);
  /** Actions between which the presses do not decide: the board asks. */
  choices = $state.raw<Reading[]>([]);

  /** Where an action may begin. */
  origins = $derived.by(() => new Set(this.options.readings().map((reading) => reading.path[0] ?? '')));
  /** Where it may go on from what was pressed. */
  targets = $derived.by(
    () => new Set(this.following(this.path).map((reading) => reading.path[this.path.length] ?? '')),
  );

  constructor(private options: PickerOptions) {}

  /** The last spot that was pressed. */
  get selected(): string | null {
    return this.path.at(-1) ?? null;
  }

  /** Somebody presses a spot. */
  press(spot: string): void {
    if (this.options.disabled()) return;
    if (this.path.length > 0 && this.selected === spot) {
      this.clear();
      return;
    }
    const path = [...this.path, spot];
    if (this.go(path)) return;
    // Another piece is taken up instead.
    if (this.path.length > 0 && this.following([spot], true).length > 0) {
      this.clear();
      this.go([spot]);
      return;
    }
    const meant = this.options.guess(path);
    if (meant) this.options.attempt(meant);
    this.clear();
  }

  /** Takes one of the choices. */
  choose(reading: Reading): void {
    this.clear();
    this.options.act(reading.action);
  }

  /** Begins to drag from a spot, if an action may begin or go on there. */
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

  /** Lets go of what is dragged, over a spot or over nothing. */
  drop(spot: string | null): void {
    const from = this.lifted?.spot;
    this.lifted = null;
    if (spot === null || spot === from) return;
    this.press(spot);
  }

  /** Forgets what was pressed. */
  clear(): void {
    this.path = [];
    this.choices = [];
    this.lifted = null;
  }

  /** Follows the presses as far as they are legal; says whether they are. */
  private go(path: string[]): boolean {
    const matching = this.following(path, true);
    if (matching.length === 0) return false;
    const complete = matching.filter((reading) => reading.path.length === path.length);
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

  private following(path: string[], whole = false): Reading[] {
    const goesOn = (reading: Reading) => whole || reading.path.length > path.length;
    return this.options
      .readings()
      .filter((reading) => goesOn(reading) && path.every((spot, index) => reading.path[index] === spot));
  }
}

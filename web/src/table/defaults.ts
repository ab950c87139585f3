/// What a message leaves out has its default value: filled in here, once for each type.
import type {
  ClockRule,
  Frame,
  FrameClocks,
  OnTimeout,
  OpenOffer,
  Prompt,
  SeatInfo,
  SeatKind,
  SeatLink,
  SeatSet,
  TableInfo,
} from '../generated/protocol';

/** A seat with all its values. */
export interface FullSeat extends SeatInfo {
  kind: SeatKind;
  waiting: boolean;
  away: boolean;
  own: boolean;
}

/** A table with all its values. */
export interface FullTable extends TableInfo {
  options: Record<string, string>;
  clock: ClockRule;
  open: boolean;
  rated: boolean;
  on_timeout: OnTimeout;
  hosting: boolean;
  seats: FullSeat[];
  links: SeatLink[];
}

/** A frame with all its values. */
export interface FullFrame extends Omit<Frame, 'clocks' | 'offer'> {
  prompts: Prompt[];
  teams: number[];
  gone: SeatSet;
  may_confer: SeatSet[];
  clocks: FrameClocks | null;
  offer: OpenOffer | null;
}

/** A seat with its default values. */
export function fullSeat(seat: SeatInfo): FullSeat {
  return { kind: 'person', waiting: false, away: false, own: false, ...seat };
}

/** A table with its default values. */
export function fullTable(table: TableInfo): FullTable {
  return {
    options: {},
    clock: 'none',
    open: false,
    rated: false,
    on_timeout: 'forfeit',
    hosting: false,
    links: [],
    ...table,
    seats: table.seats.map(fullSeat),
  };
}

/** A frame of a game with that many seats, with its default values. */
export function fullFrame(frame: Frame, seats: number): FullFrame {
  // Each seat plays for itself.
  const teams = Array.from({ length: seats }, (_, seat) => seat);
  return { prompts: [], teams, gone: [], may_confer: [], clocks: null, offer: null, ...frame };
}

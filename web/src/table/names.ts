/// How the seats of a table are called, in the language of the reader and from their point of view.
import { t } from '../settings.svelte';
import { botName } from './bots';
import type { FullFrame } from './defaults';
import type { Occupant } from './table';

/** Whether the viewer's only seat is this one, and whoever holds it gave no name. */
export function isYou(seats: Occupant[], own: number[], seat: number): boolean {
  const occupant = seats[seat];
  return occupant?.kind === 'person' && !occupant.name && own.length === 1 && own[0] === seat;
}

/**
 * The name of each seat: as typed; otherwise "You" for the viewer's only seat, the level of a bot, and the colour of
 * anybody else. Bots of the same level are told apart by their colours; `looks` are the colours' names.
 */
export function seatNames(seats: Occupant[], own: number[], looks: string[]): string[] {
  const levels = seats.map(({ kind, bot }) => (kind === 'bot' ? botName(bot ?? '') : null));
  return seats.map(({ kind, name }, seat) => {
    const look = looks[seat] ?? t('seatName', { seat: seat + 1 });
    const level = levels[seat];
    if (level) {
      const alike = levels.filter((other) => other === level).length;
      return alike > 1 && looks[seat] ? t('botNamed', { bot: level, seat: look }) : level;
    }
    if (kind === 'open') return t('seatName', { seat: seat + 1 });
    if (isYou(seats, own, seat)) return t('you');
    return name || look;
  });
}

/** The seats of the people. */
export function peopleOf(seats: Occupant[]): number[] {
  return seats.flatMap(({ kind }, seat) => (kind === 'person' ? [seat] : []));
}

/** The names of the seats in a record: what people typed, and the levels of bots, in a form that is the same everywhere. */
export function recordNames(seats: Occupant[]): string[] {
  return seats.map(({ kind, name, bot }) => (kind === 'bot' ? `Bot ${bot?.replace(/^level/, '')}` : name));
}

/** Who sits on a seat that has this name in a record. */
export function occupantOfRecord(name: string): Occupant {
  const level = /^Bot ([1-8])$/.exec(name)?.[1];
  if (level) return { kind: 'bot', name: '', bot: `level${level}`, present: true };
  return { kind: 'person', name, present: true };
}

/** Whether a seat plays with the viewer, where the viewer has one seat. */
export function isPartner({ own, teams }: FullFrame, seat: number): boolean {
  const [mine] = own;
  return own.length === 1 && mine !== undefined && mine !== seat && teams[mine] === teams[seat];
}

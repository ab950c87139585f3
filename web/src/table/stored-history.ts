/// The tables of this browser as lists of games show tables: what a record says of how a game ended.
import { t } from '../settings.svelte';
import { type FullTable, fullTable } from './defaults';
import { peopleOf } from './names';
import type { StoredTable } from './stored';

/** The places at the end, as the record of a game says. */
export function placesOf(record: string): number[] | undefined {
  const [head = ''] = record.split('\n\n');
  return /^result: ([\d ]+)$/m.exec(head)?.[1]?.split(' ').map(Number);
}

/** A table of this browser as those of a server are listed. */
export function asTable({
  id,
  game,
  options,
  seats,
  record,
  started,
  changed,
  over,
}: StoredTable): FullTable {
  const alone = peopleOf(seats).length === 1;
  const places = placesOf(record);
  return fullTable({
    id,
    game,
    status: over ? 'over' : 'playing',
    created: started,
    seats: seats.map(({ kind, name, bot }, seat) => ({
      kind: kind === 'bot' ? 'bot' : 'person',
      name: name || (alone ? t('you') : t('seatName', { seat: seat + 1 })),
      // Of several people at this screen nobody is the user.
      own: kind === 'person' && alone,
      ...(bot === undefined ? {} : { bot }),
    })),
    ...(options ? { options } : {}),
    ...(over ? { ended: changed } : {}),
    ...(places ? { places } : {}),
  } as Parameters<typeof fullTable>[0]);
}

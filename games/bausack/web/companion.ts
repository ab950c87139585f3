/// Play with a real box: the reports of players on their own blocks, and the words for them.
import type { Lang } from '$board/contract';
import type { ReportKind, View } from './types';

/** A report on a block: `place 17 stands:312`, `place 17 low`, `place 17 falls:4.17`. */
export interface BlockReport {
  what: ReportKind;
  /** The height in millimetres, if it was reported. */
  height: number | null;
}

/** The report of an action; null if the action is no report. */
export function reportOf(action: string): BlockReport | null {
  const found = /^place \d+ (stands|low|falls)(?::([\d.]+))?$/.exec(action);
  if (!found) return null;
  const what = found[1] as ReportKind;
  return { what, height: what === 'stands' && found[2] ? Number(found[2]) : null };
}

/** Which reports on a block are legal now. */
export function possibleReports(actions: string[], block: number | undefined) {
  const said = (how: string) => block !== undefined && actions.includes(`place ${block} ${how}`);
  return {
    /** Whether `stands` needs the height. */
    measured: actions.some((action) => action.startsWith(`place ${block} stands:`)),
    low: said('low'),
    falls: said('falls'),
  };
}

/** Whether a report of a fall must name the blocks that fell: where the tower stays in the game. */
export function mustNameFallen(view: View): boolean {
  const { due } = view;
  return due !== null && view.mode === 'pile' && (due.task === 'rebuild' || due.seat !== due.plot);
}

const fr = {
  turnOf: (name: string) => `Au tour de ${name}`,
  over: 'La partie est finie',
  draw: 'Piochez une pièce dans le sac, sans regarder.',
  rule: (article: string) => `Règle ${article}`,
  report: 'La pièce est posée ?',
  asked: 'Posez la pièce sur votre table, puis dites ce qu’il en est.',
  onTower: (name: string) => `Sur la tour de ${name}.`,
  untilItStands: 'C’est une base : si elle ne reste pas en place, reposez-la, cela ne coûte rien.',
  stands: 'Elle tient',
  low: 'La tour n’a pas grandi',
  falls: 'Quelque chose est tombé',
  height: 'Hauteur de la tour, en millimètres',
  why: 'Cette pièce peut décider de la partie à la hauteur : mesurez la tour avec elle.',
  whyTower: 'Les tours vont être comparées : mesurez celle-ci.',
  measured: 'C’est mesuré',
  whoGotIt: 'Qui l’a eue, et pour combien ?',
  forHowMuch: (name: string) => `${name} paie…`,
  lastBidWas: (name: string) => `${name} l’a prise ; la dernière mise était de…`,
  nobody: 'Personne n’a misé',
  notThem: 'Quelqu’un d’autre',
  howMany: 'Combien de pièces tiennent encore ?',
  exactly: 'Dire lesquelles',
  which: 'Qu’est-ce qui est tombé ?',
  sure: 'Quelque chose est tombé de la tour : c’est une chute.',
  surely: 'Oui, une chute',
  back: 'Non, elle tient',
  just: 'la pièce qu’on vient de poser',
  nth: (number: number) => `pièce ${number}, depuis la base`,
  base: 'la base aussi : la table a bougé',
  fell: 'Voilà ce qui est tombé',
  sellWhat: 'Prenez une pièce du marché. Laquelle mettez-vous en vente ?',
  sell: 'Prenez une pièce du marché, montrez-la, puis choisissez la vente.',
  some: 'Une pièce',
  red: 'Une rouge',
  theBlock: 'La pièce',
  theRed: 'La pièce rouge',
  taken: 'J’ai pris une pièce',
  takeOne: (count: number) => `Prenez une pièce du marché pour votre file (${count} sur 12).`,
  fromLine: 'De quelle file prenez-vous la première pièce ?',
  line: (name: string, count: number) => `File de ${name} (${count})`,
  arrange: 'Mettez vos douze pièces en file, à partir de votre base, dans l’ordre que vous voulez.',
  fallen: (count: number) =>
    count === 1 ? 'Reste à remonter : 1 pièce.' : `Restent à remonter : ${count} pièces.`,
  blocks: (count: number): string => (count === 1 ? '1 pièce' : `${count} pièces`),
  common: (count: number) => `La tour : ${count === 1 ? '1 pièce' : `${count} pièces`}`,
  left: (count: number) => `Au marché : ${count === 1 ? '1 pièce' : `${count} pièces`}`,
  seats: 'Les haricots et les tours',
  told: {
    stands: (who: string) => `${who} pose une pièce : elle tient`,
    standsAt: (who: string, height: string) => `${who} pose une pièce : elle tient, ${height} cm`,
    low: (who: string) => `${who} pose une pièce : la tour n’a pas grandi`,
    falls: (who: string) => `${who} pose une pièce : chute`,
    height: (who: string, height: string) => `Tour de ${who} : ${height} cm`,
  },
};

const en: typeof fr = {
  turnOf: (name) => `${name} to play`,
  over: 'The game is over',
  draw: 'Draw a block from the bag, without looking.',
  rule: (article) => `Rule ${article}`,
  report: 'Is the block placed?',
  asked: 'Place the block on your table, then say what came of it.',
  onTower: (name) => `On the tower of ${name}.`,
  untilItStands: 'This is a base: if it does not stay in place, lay it again, it costs nothing.',
  stands: 'It stands',
  low: 'It did not raise the tower',
  falls: 'Something fell',
  height: 'Height of the tower, in millimetres',
  why: 'This block may decide the game by height: measure the tower with it.',
  whyTower: 'The towers are about to be compared: measure this one.',
  measured: 'That is its height',
  whoGotIt: 'Who got it, and for how much?',
  forHowMuch: (name) => `${name} pays…`,
  lastBidWas: (name) => `${name} took it; the last bid was…`,
  nobody: 'Nobody bid',
  notThem: 'Somebody else',
  howMany: 'How many blocks still stand?',
  exactly: 'Say which',
  which: 'What fell?',
  sure: 'Something fell off the tower: that is a fall.',
  surely: 'Yes, a fall',
  back: 'No, it stands',
  just: 'the block just placed',
  nth: (number) => `block ${number}, from the base`,
  base: 'the base too: the table was moved',
  fell: 'That is what fell',
  sellWhat: 'Take a block from the market. Which kind do you sell?',
  sell: 'Take a block from the market, show it, then choose the sale.',
  some: 'A block',
  red: 'A red one',
  theBlock: 'The block',
  theRed: 'The red block',
  taken: 'I have taken a block',
  takeOne: (count) => `Take a block from the market for your line (${count} of 12).`,
  fromLine: 'From whose line do you take the first block?',
  line: (name, count) => `${name}’s line (${count})`,
  arrange: 'Put your twelve blocks in a line, from your base on, in the order that you like.',
  fallen: (count) =>
    count === 1 ? '1 block left to put up again.' : `${count} blocks left to put up again.`,
  blocks: (count) => (count === 1 ? '1 block' : `${count} blocks`),
  common: (count) => `The tower: ${count === 1 ? '1 block' : `${count} blocks`}`,
  left: (count) => `On the market: ${count === 1 ? '1 block' : `${count} blocks`}`,
  seats: 'Beans and towers',
  told: {
    stands: (who) => `${who} places a block: it stands`,
    standsAt: (who, height) => `${who} places a block: it stands, ${height} cm`,
    low: (who) => `${who} places a block: the tower has not grown`,
    falls: (who) => `${who} places a block: a fall`,
    height: (who, height) => `Tower of ${who}: ${height} cm`,
  },
};

export const companionWords = { fr, en };

const centimetres = (millimetres: number, lang: Lang) =>
  (millimetres / 10).toLocaleString(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A report in a sentence; null if the action is no report. */
export function reportInWords(action: string, who: string, lang: Lang): string | null {
  const { told } = companionWords[lang];
  if (action.startsWith('height ')) return told.height(who, centimetres(Number(action.slice(7)), lang));
  const report = reportOf(action);
  if (!report) return null;
  if (report.height !== null) return told.standsAt(who, centimetres(report.height, lang));
  return told[report.what](who);
}

/** A report in a few characters; null if the action is no report. */
export function briefReport(action: string): string | null {
  if (action.startsWith('height ')) return `${action.slice(7)} mm`;
  const report = reportOf(action);
  if (!report) return null;
  if (report.what === 'stands') return report.height === null ? '✓' : `✓ ${report.height} mm`;
  return report.what === 'low' ? '=' : '↓';
}

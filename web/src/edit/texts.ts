/// What the pages say on which positions are set up. It is fetched with these pages.
import type { Text } from '../generated/protocol';

export const texts = {
  title: { fr: 'Une position de {game}', en: 'A position of {game}' },
  hint: {
    fr: 'Choisissez une pièce, puis touchez le plateau ; faites-la glisser pour la déplacer. Les règles disent aussitôt si la position se joue.',
    en: 'Choose a piece, then press the board; drag a piece to move it. The rules say at once whether the position can be played.',
  },
  pieces: { fr: 'Pièces', en: 'Pieces' },
  eraser: { fr: 'Gomme', en: 'Eraser' },
  toAct: { fr: 'C’est à', en: 'To play' },
  counts: { fr: 'À côté du plateau', en: 'Beside the board' },
  less: { fr: 'Un de moins : {what}', en: 'One less: {what}' },
  more: { fr: 'Un de plus : {what}', en: 'One more: {what}' },
  opening: { fr: 'Position de départ', en: 'Opening position' },
  bare: { fr: 'Vider le plateau', en: 'Clear the board' },
  undo: { fr: 'Annuler', en: 'Undo' },
  legal: { fr: 'Cette position se joue.', en: 'This position can be played.' },
  over: { fr: 'Dans cette position, la partie est finie.', en: 'In this position the game is over.' },
  overBy: {
    fr: 'Dans cette position, la partie est finie (article {article}).',
    en: 'In this position the game is over (article {article}).',
  },
  judging: { fr: 'Les règles regardent…', en: 'The rules have a look…' },
  playBot: { fr: 'La jouer contre l’automate', en: 'Play it against the bot' },
  playHere: { fr: 'La jouer à cet écran', en: 'Play it on this screen' },
  ask: { fr: 'Demander à l’automate', en: 'Ask the engine' },
  asking: { fr: 'L’automate réfléchit…', en: 'The engine is thinking…' },
  nothing: { fr: 'L’automate n’a rien à en dire.', en: 'The engine has nothing to say of it.' },
  best: { fr: 'Ce que l’automate jouerait', en: 'What the engine would play' },
  share: { fr: 'Partager cette position', en: 'Share this position' },
  linkOf: { fr: 'Lien vers cette position', en: 'Link to this position' },
  puzzle: { fr: 'En faire un problème', en: 'Make it a puzzle' },
  proving: { fr: 'L’automate cherche un gain forcé…', en: 'The engine looks for a forced win…' },
  proven: {
    fr: 'Un gain est prouvé pour {name}. Ce lien demande de le trouver :',
    en: 'A win is proven for {name}. This link asks to find it:',
  },
  unproven: {
    fr: 'L’automate n’y trouve aucun gain forcé pour {name} : ce ne serait pas un problème juste.',
    en: 'The engine finds no forced win for {name} here: it would not be a fair puzzle.',
  },
  puzzleLink: { fr: 'Lien vers le problème', en: 'Link to the puzzle' },
  findTheWin: { fr: 'Trouvez le gain', en: 'Find the win' },
  findTask: {
    fr: 'Gagnez, quoi qu’on joue contre vous. L’automate défend de son mieux, et dit si le gain vous échappe.',
    en: 'Win, whatever is played against you. The engine defends as well as it can, and says when the win slips.',
  },
  fromSomebody: { fr: 'Un problème que quelqu’un a composé.', en: 'A puzzle that somebody made.' },
  slipped: {
    fr: 'Permis, mais le gain n’est plus sûr. C’est repris : regardez encore.',
    en: 'Legal, but the win is no longer certain. It is taken back: look again.',
  },
  good: { fr: 'Bien : le gain tient toujours. Continuez.', en: 'Right: it still wins. Go on.' },
  setUpThis: { fr: 'Voir cette position sur l’établi', en: 'Open this position in the editor' },
  badLink: { fr: 'Ce lien ne contient pas de position à jouer.', en: 'This link holds no position to play.' },
} satisfies Record<string, Text>;

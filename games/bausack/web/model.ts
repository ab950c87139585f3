// Written by `UPDATE=1 cargo test types_of_the_page`; do not edit.

/** A block of the catalogue, for whoever draws. Lengths are hundredths of a millimetre, from the centre of mass. */
export type Model = {
  name: Text;
  /** Red, green, blue in full light. */
  colour: [number, number, number];
  /** Painted; otherwise the grain shows. */
  painted: boolean;
  /** It counts for Trois rouges (S35). */
  red: boolean;
  /** Milligrams. */
  mass: number;
  /** Width, height, depth as the block lies in the catalogue. */
  size: [number, number, number];
  /** The lowest point, as the block lies in the catalogue. */
  low: number;
  /** Corners, three numbers each. */
  points: Array<number>;
  /** The direction in which the surface faces at each corner, in thousandths. */
  normals: Array<number>;
  /** Three corners each. */
  triangles: Array<number>;
};

/** One text in every language of the house. */
export type Text = {
  /** In French. */
  fr: string;
  /** In English. */
  en: string;
};

/// The room around the table, as wood and paint mirror it: walls, a window and a lamp, drawn once into a small map.
import {
  BackSide,
  BoxGeometry,
  Color,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  type Texture,
  type WebGLRenderer,
} from 'three';

/** The room as an environment map, by day or by lamplight. */
export function room(renderer: WebGLRenderer, night: boolean): Texture {
  const scene = new Scene();
  const walls = new MeshBasicMaterial({ color: night ? '#2c1a0d' : '#a98f6b', side: BackSide });
  scene.add(new Mesh(new BoxGeometry(12, 7, 12), walls));
  const shine = (at: [number, number, number], size: [number, number], colour: string, bright: number) => {
    const material = new MeshBasicMaterial({ side: DoubleSide });
    material.color = new Color(colour).multiplyScalar(bright);
    const pane = new Mesh(new PlaneGeometry(...size), material);
    pane.position.set(...at);
    pane.lookAt(0, 0, 0);
    scene.add(pane);
  };
  if (night) {
    shine([-1.5, 3, 1.5], [1.6, 1.6], '#ffca8a', 9);
    shine([4, 0.5, -4], [1.2, 1.2], '#ff9c4a', 2);
  } else {
    shine([-5, 1.5, 2], [3.5, 3], '#fff4df', 5);
    shine([-2, 1.5, 5], [2.5, 3], '#eef4ff', 3.5);
    shine([0, 3.3, 0], [5, 5], '#fff8ec', 1.2);
  }
  const maker = new PMREMGenerator(renderer);
  const { texture } = maker.fromScene(scene, 0.05);
  maker.dispose();
  for (const child of scene.children)
    if (child instanceof Mesh) {
      child.geometry.dispose();
      child.material.dispose();
    }
  return texture;
}

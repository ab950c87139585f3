/// Wood for the scene: shared materials with grain, and a table, all made here.
import { CanvasTexture, type Material, MeshStandardMaterial, RepeatWrapping, SRGBColorSpace } from 'three';

export type Finish = 'plain' | 'painted';

const kept = new Map<Finish, MeshStandardMaterial>();

/** The material of all blocks of one finish; each has a colour of its own. */
export function wood(finish: Finish): MeshStandardMaterial {
  const known = kept.get(finish);
  if (known) return known;
  const painted = finish === 'painted';
  const material = new MeshStandardMaterial({ roughness: painted ? 0.5 : 0.72, metalness: 0 });
  // Growth rings around a far axis and short fibres along it; paint lets little of it through.
  const strength = painted ? '0.05' : '0.22';
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', 'attribute vec3 grain; varying vec3 vGrain;\n#include <common>')
      .replace('#include <begin_vertex>', 'vGrain = grain;\n#include <begin_vertex>');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', 'varying vec3 vGrain;\n#include <common>')
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
        float bend = sin(vGrain.x * 0.55 + vGrain.y * 0.8) * 0.35 + sin(vGrain.x * 1.7) * 0.06;
        float ring = sin((length(vGrain.yz) + bend * 0.3) * 11.0);
        vec2 cell = floor(vec2(vGrain.x * 2.2, length(vGrain.yz * vec2(1.0, 1.7)) * 42.0));
        float fibre = fract(sin(dot(cell, vec2(12.9898, 78.233))) * 43758.5453) - 0.5;
        diffuseColor.rgb *= 1.0 + ${strength} * (0.42 * ring + 0.4 * fibre - 0.1);`,
      );
  };
  material.customProgramCacheKey = () => `wood ${strength}`;
  kept.set(finish, material);
  return material;
}

/** A texture of planks, light or dark. */
export function planks(night: boolean): CanvasTexture {
  const size = 512;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  const context = canvas.getContext('2d');
  if (context) {
    const [hue, saturation, lightness] = night ? [25, 30, 17] : [33, 46, 60];
    for (let plank = 0; plank < 4; plank++) {
      const top = (plank * size) / 4;
      context.fillStyle = `hsl(${hue + plank} ${saturation}% ${lightness + ((plank * 7) % 5) - 2}%)`;
      context.fillRect(0, top, size, size / 4);
      for (let vein = 0; vein < 26; vein++) {
        const at = top + ((vein * 41 + plank * 17) % 128);
        context.strokeStyle = `hsl(${hue - 6} ${saturation}% ${lightness - 9}% / ${0.12 + ((vein * 13) % 7) / 40})`;
        context.lineWidth = 0.6 + ((vein * 29) % 5) / 4;
        context.beginPath();
        for (let x = 0; x <= size; x += 16)
          context.lineTo(
            x,
            at + Math.sin((x / size) * 2 * Math.PI * (1 + (vein % 3)) + vein) * (1 + (vein % 4)),
          );
        context.stroke();
      }
      context.fillStyle = 'rgb(40 20 5 / .35)';
      context.fillRect(0, top, size, 1.5);
    }
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.anisotropy = 4;
  return texture;
}

/** White in the middle, black at the edge: the table fades into the page. */
export function fading(): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 256;
  const context = canvas.getContext('2d');
  if (context) {
    const gradient = context.createRadialGradient(128, 128, 40, 128, 128, 126);
    gradient.addColorStop(0, '#fff');
    gradient.addColorStop(0.55, '#fff');
    gradient.addColorStop(1, '#000');
    context.fillStyle = gradient;
    context.fillRect(0, 0, 256, 256);
  }
  return new CanvasTexture(canvas);
}

/** A ruler: a mark for each centimetre, a number for every fifth. */
export function ruler(centimetres: number): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = 64;
  canvas.height = centimetres * 24;
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = '#efdcae';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = '#3a2410';
    context.font = '600 22px sans-serif';
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    for (let mark = 0; mark <= centimetres; mark++) {
      const y = canvas.height - mark * 24;
      context.fillRect(0, y - 1, mark % 5 === 0 ? 30 : 15, 2);
      if (mark % 5 === 0 && mark > 0 && mark < centimetres) context.fillText(String(mark), 62, y);
    }
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}

/** Frees what a stage made for itself. */
export function free(...materials: Material[]): void {
  for (const material of materials) material.dispose();
}

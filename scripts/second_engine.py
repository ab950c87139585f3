#!/usr/bin/env python3
"""Has another engine, MuJoCo, judge towers, and compares it with the statics and with our world.

    cargo run --release -p bausack --example towers -- 300 1 | scripts/second_engine.py

Needs `pip install mujoco`. A tower stands if nothing of it moves by more than 2 mm within 4 seconds.
"""
import json
import sys

import mujoco
import numpy as np

SECONDS = 4.0
STEP = 0.001
KEPT = 0.002
# Contacts as stiff as the step allows, friction that does not creep, and as many points as two faces share.
MODEL = """
<mujoco>
  <option timestep="{step}" gravity="0 -9.81 0" cone="elliptic" solver="Newton" iterations="60" impratio="20"
          noslip_iterations="4" integrator="implicitfast"><flag multiccd="enable"/></option>
  <default><geom friction="{friction} 0 0" condim="3" solref="0.003 1" solimp="0.98 0.999 0.0001"/></default>
  <asset>{assets}</asset>
  <worldbody><geom type="box" size="0.5 0.05 0.5" pos="0 -0.05 0"/>{bodies}</worldbody>
</mujoco>
"""


def numbers(values, scale=1.0):
    return " ".join(f"{value * scale:.9g}" for value in values)


def model(tower):
    assets, bodies = [], []
    for index, block in enumerate(tower["blocks"]):
        geoms = []
        for nth, part in enumerate(block["parts"]):
            if "radius" in part:
                centre = numbers(part["centre"], 1e-3)
                radius = part["radius"] * 1e-3
                # Balls of wood resist rolling in our world; to compare, they must here too.
                rolling = f'condim="6" friction="{tower["friction"]:.9g} 0 {tower["rolling"] * radius:.9g}"'
                geoms.append(f'<geom type="sphere" size="{radius:.9g}" pos="{centre}" {rolling}/>')
            else:
                name = f"b{index}p{nth}"
                points = numbers([x for point in part["points"] for x in point], 1e-3)
                assets.append(f'<mesh name="{name}" vertex="{points}" inertia="convex"/>')
                geoms.append(f'<geom type="mesh" mesh="{name}"/>')
        (xx, xy, xz), (_, yy, yz), (_, _, zz) = block["inertia"]
        inertia = numbers([xx, yy, zz, xy, xz, yz], 1e-9)
        x, y, z, w = block["turn"]
        bodies.append(
            f'<body pos="{numbers(block["at"], 1e-3)}" quat="{numbers([w, x, y, z])}"><freejoint/>'
            f'<inertial pos="0 0 0" mass="{block["grams"] * 1e-3:.9g}" fullinertia="{inertia}"/>{"".join(geoms)}</body>'
        )
    text = MODEL.format(
        step=STEP, friction=f"{tower['friction']:.9g}", assets="".join(assets), bodies="".join(bodies)
    )
    return mujoco.MjModel.from_xml_string(text)


def stands(tower):
    world = model(tower)
    data = mujoco.MjData(world)
    mujoco.mj_forward(world, data)
    start = data.xpos[1:].copy()
    for step in range(int(SECONDS / STEP)):
        mujoco.mj_step(world, data)
        if step % 50 == 49 and np.linalg.norm(data.xpos[1:] - start, axis=1).max() > KEPT:
            return False
    return True


def main():
    towers = [json.loads(line) for line in sys.stdin]
    alike = with_ours = 0
    for number, tower in enumerate(towers):
        theirs = stands(tower)
        alike += theirs == tower["stands"]
        with_ours += theirs == tower["ours"]
        if not theirs == tower["ours"] == tower["stands"]:
            blocks = [block["block"] for block in tower["blocks"]]
            print(f"tower {number} {blocks}: statics {tower['stands']}, ours {tower['ours']}, theirs {theirs}")
    standing = sum(tower["stands"] for tower in towers)
    count = len(towers)
    print(
        f"{count} towers, {standing} of which should stand: MuJoCo {mujoco.__version__} agrees with the statics on "
        f"{alike} ({100 * alike / count:.1f} %), with our world on {with_ours} ({100 * with_ours / count:.1f} %)"
    )
    sys.exit(0 if with_ours >= 0.98 * count else 1)


if __name__ == "__main__":
    main()

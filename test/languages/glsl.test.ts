import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const shader = `#version 450 core
#include "common.glsl"
#define LIMIT 10
#define SQUARE(x) ((x) * (x))

layout(location = 0) in vec3 position;
layout(location = 0) out vec4 colour;
uniform sampler2D tex;

// Where the eye is.
layout(std140, binding = 1) uniform Camera {
    mat4 view;
    mat4 proj;
} camera;

/* One lamp. */
struct Lamp {
    vec3 place;
    float power;
};

float twice(float x);

/**
 * Adds up the light of the lamp.
 */
vec3 shade(
    in vec3 normal,
    inout Lamp lamp,
    const int n
) {
    vec3 sum = vec3(0.0);
    for (int i = 0; i < n; i++) {
        if (i > LIMIT) break;
        sum += normal * lamp.power;
    }
    return sum.xyz;
}

float twice(float x) { return x * 2.0; }

void main() {
    Lamp lamp = Lamp(position, 1.0);
    colour = vec4(shade(position, lamp, 3), twice(0.5)) * texture(tex, position.xy);
}
`;

describe('GLSL', () => {
  it('has its functions, structures and interface blocks', async () => {
    expect(await drawTree('shop.frag', shader)).toBe(
      `document [1-45]
  statements [1-1]
  imports [2-2]
  statements [3-3]
  function SQUARE [4-4]
  statements [6-8]
  class Camera [10-14]
    statements [12-13]
  class Lamp [16-20]
    statements [18-19]
  statements [22-22]
  function shade [24-38]
  function twice [40-40]
  function main [42-45]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('shop.frag', shader, 'Camera')).toEqual({
      signature: 'layout(std140, binding = 1) uniform Camera',
      docstring: 'Where the eye is.',
    });
    expect(await definitionFacts('shop.frag', shader, 'Lamp')).toEqual({
      signature: 'struct Lamp',
      docstring: 'One lamp.',
    });
    expect(await definitionFacts('shop.frag', shader, 'shade')).toEqual({
      signature: `vec3 shade(
    in vec3 normal,
    inout Lamp lamp,
    const int n
)`,
      docstring: 'Adds up the light of the lamp.',
    });
  });

  it('has imports', async () => {
    expect((await treeOf('shop.frag', shader)).meta?.imports).toEqual(['#include "common.glsl"']);
  });

  it('finds the functions around a broken one', async () => {
    const broken = `float before(float x) {
    return x;
}

float broken(float x {
    return x +;
}

float after(float x) {
    return x;
}
`;
    expect(await drawTree('shop.frag', broken)).toBe(
      `document [1-11]
  function before [1-3]
  function broken [5-7]
  function after [9-11]`,
    );
  });
});

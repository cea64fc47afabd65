import { fragmentShaderOf, VERTEX_SHADER, type ProgramName } from './programs.ts';

export interface Texture {
  texture: WebGLTexture;
  width: number;
  height: number;
}

export type Value = number | ArrayLike<number> | Texture;

interface Program {
  program: WebGLProgram;
  /** Its name, type and, of a sampler, its unit. */
  uniforms: { name: string; type: number; location: WebGLUniformLocation; unit: number }[];
}

/** What a texture of whole numbers holds: one, two or four bytes a pixel, a word, or a pixel of the kernel. */
const FORMATS = {
  bytes1: ['R8UI', 'RED_INTEGER', 'UNSIGNED_BYTE'],
  bytes2: ['RG8UI', 'RG_INTEGER', 'UNSIGNED_BYTE'],
  bytes4: ['RGBA8UI', 'RGBA_INTEGER', 'UNSIGNED_BYTE'],
  words: ['R16I', 'RED_INTEGER', 'SHORT'],
  pixels: ['RGBA16I', 'RGBA_INTEGER', 'SHORT'],
  frame: ['RGBA32UI', 'RGBA_INTEGER', 'UNSIGNED_INT'],
} as const;
export type TextureFormat = keyof typeof FORMATS;

/** A graphics card that works with whole numbers: textures, and programs that write all of one. */
export class Card {
  readonly name: string;
  readonly maxSide: number;
  readonly #gl: WebGL2RenderingContext;
  readonly #programs = new Map<ProgramName, Program>();
  readonly #target: WebGLFramebuffer;
  readonly #nothing: Record<number, { kind: number; texture: WebGLTexture }>;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    const info = gl.getExtension('WEBGL_debug_renderer_info');
    this.name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
    this.maxSide = gl.getParameter(gl.MAX_TEXTURE_SIZE) as number;
    this.#target = gl.createFramebuffer();
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    this.#nothing = {
      [gl.UNSIGNED_INT_SAMPLER_2D]: { kind: gl.TEXTURE_2D, texture: this.texture('bytes1', 1, 1).texture },
      [gl.INT_SAMPLER_2D]: { kind: gl.TEXTURE_2D, texture: this.texture('words', 1, 1).texture },
      [gl.INT_SAMPLER_3D]: { kind: gl.TEXTURE_3D, texture: this.cube(1, new Int16Array(4)).texture },
    };
  }

  get isLost(): boolean {
    return this.#gl.isContextLost();
  }

  /** What went wrong since the last question; null: nothing. */
  takeError(): string | null {
    const code = this.#gl.getError();
    return code === this.#gl.NO_ERROR ? null : `WebGL error ${code}`;
  }

  texture(
    format: TextureFormat,
    width: number,
    height: number,
    data: ArrayBufferView | null = null,
  ): Texture {
    const gl = this.#gl;
    const [internal, external, type] = FORMATS[format];
    const texture = this.#create(gl.TEXTURE_2D);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl[internal], width, height, 0, gl[external], gl[type], data);
    return { texture, width, height };
  }

  /** A plane of an image whose rows are `stride` bytes apart. */
  plane(
    format: 'bytes1' | 'bytes2' | 'bytes4',
    width: number,
    height: number,
    data: Uint8Array,
    stride: number,
  ): Texture {
    const pixelBytes = { bytes1: 1, bytes2: 2, bytes4: 4 }[format];
    const isPacked = stride === width * pixelBytes;
    if (!isPacked && stride % pixelBytes !== 0)
      return this.texture(format, width, height, packed(data, width * pixelBytes, height, stride));
    this.#gl.pixelStorei(this.#gl.UNPACK_ROW_LENGTH, isPacked ? 0 : stride / pixelBytes);
    const made = this.texture(format, width, height, data);
    this.#gl.pixelStorei(this.#gl.UNPACK_ROW_LENGTH, 0);
    return made;
  }

  /** `side`³ points of four words. */
  cube(side: number, points: Int16Array): Texture {
    const gl = this.#gl;
    const texture = this.#create(gl.TEXTURE_3D);
    gl.texImage3D(gl.TEXTURE_3D, 0, gl.RGBA16I, side, side, side, 0, gl.RGBA_INTEGER, gl.SHORT, points);
    return { texture, width: side, height: side };
  }

  drop({ texture }: Texture): void {
    this.#gl.deleteTexture(texture);
  }

  clear(target: Texture): void {
    this.#aimAt(target);
    this.#gl.clearBufferiv(this.#gl.COLOR, 0, [0, 0, 0, 0]);
  }

  /** Writes every pixel of the target. Values that the program does not have are left out. */
  run(name: ProgramName, target: Texture, values: Readonly<Record<string, Value>>): void {
    const gl = this.#gl;
    const { program, uniforms } = this.#programOf(name);
    gl.useProgram(program);
    for (const { name: uniform, type, location, unit } of uniforms) {
      const value = values[uniform];
      const nothing = this.#nothing[type];
      if (nothing) {
        gl.activeTexture(gl.TEXTURE0 + unit);
        gl.bindTexture(nothing.kind, isTexture(value) ? value.texture : nothing.texture);
      } else {
        const numbers =
          typeof value === 'number' ? [value] : isTexture(value) || !value ? [] : Array.from(value);
        this.#setNumbers(type, location, numbers);
      }
    }
    this.#aimAt(target);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  /** The words of a `frame` texture, row by row. */
  readFrame(source: Texture): Uint32Array<ArrayBuffer> {
    const gl = this.#gl;
    const words = new Uint32Array(source.width * source.height * 4);
    this.#aimAt(source);
    gl.readPixels(0, 0, source.width, source.height, gl.RGBA_INTEGER, gl.UNSIGNED_INT, words);
    return words;
  }

  #create(kind: number): WebGLTexture {
    const gl = this.#gl;
    const texture = gl.createTexture();
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(kind, texture);
    gl.texParameteri(kind, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(kind, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    return texture;
  }

  #aimAt({ texture, width, height }: Texture): void {
    const gl = this.#gl;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#target);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    gl.viewport(0, 0, width, height);
  }

  #setNumbers(type: number, location: WebGLUniformLocation, numbers: readonly number[]): void {
    const gl = this.#gl;
    if (numbers.length === 0) return;
    if (type === gl.INT_VEC2) gl.uniform2iv(location, numbers);
    else if (type === gl.INT_VEC3) gl.uniform3iv(location, numbers);
    else if (type === gl.INT_VEC4) gl.uniform4iv(location, numbers);
    else gl.uniform1iv(location, numbers);
  }

  #programOf(name: ProgramName): Program {
    const known = this.#programs.get(name);
    if (known) return known;
    const gl = this.#gl;
    const program = gl.createProgram();
    const logs: (string | null)[] = [];
    for (const [kind, text] of [
      [gl.VERTEX_SHADER, VERTEX_SHADER],
      [gl.FRAGMENT_SHADER, fragmentShaderOf(name)],
    ] as const) {
      const shader = gl.createShader(kind);
      if (!shader) throw new Error('The graphics card was lost.');
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
      logs.push(gl.getShaderInfoLog(shader));
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS))
      throw new Error([name, ...logs, gl.getProgramInfoLog(program)].join(' '));
    const made = { program, uniforms: this.#uniformsOf(program) };
    this.#programs.set(name, made);
    return made;
  }

  /** Each sampler has a unit of its own: two kinds must not share one. */
  #uniformsOf(program: WebGLProgram): Program['uniforms'] {
    const gl = this.#gl;
    gl.useProgram(program);
    const count = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS) as number;
    return Array.from({ length: count }, (_, unit) => {
      const { name, type } = gl.getActiveUniform(program, unit)!;
      const location = gl.getUniformLocation(program, name)!;
      return { name: name.replace('[0]', ''), type, location };
    }).map((uniform, index, all) => {
      const isSampler = (type: number) => this.#nothing[type] !== undefined;
      const unit = all.slice(0, index).filter(({ type }) => isSampler(type)).length;
      if (isSampler(uniform.type)) gl.uniform1i(uniform.location, unit);
      return { ...uniform, unit };
    });
  }
}

const isTexture = (value: Value | undefined): value is Texture =>
  typeof value === 'object' && 'texture' in value;

function packed(data: Uint8Array, rowBytes: number, rows: number, stride: number): Uint8Array {
  const all = new Uint8Array(rowBytes * rows);
  for (let row = 0; row < rows; row += 1)
    all.set(data.subarray(row * stride, row * stride + rowBytes), row * rowBytes);
  return all;
}

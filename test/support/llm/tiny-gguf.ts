import { writeFile } from 'node:fs/promises'

/**
 * A model of 126 KB in GGUF form: the architecture of llama with weights by chance, and bytes as
 * its vocabulary. A real engine loads it and writes nonsense.
 */
const EMBEDDING = 32
const FEED_FORWARD = 64
const HEADS = 4
const VOCABULARY = 300
const ALIGNMENT = 32
const SPREAD = 0.05
const END_TOKEN = 2

const UINT32 = 4
const INT32 = 5
const FLOAT32 = 6
const STRING = 8
const ARRAY = 9

export async function writeTinyModel(path: string, contextLength = 2_048): Promise<string> {
  const tensors = tensorsOf()
  const metadata = metadataOf(contextLength)
  const infos: Buffer[] = []
  const data: Buffer[] = []
  let offset = 0
  for (const { name, shape, values } of tensors) {
    const sizes = shape.map((size) => uint64(size))
    infos.push(text(name), uint32(shape.length), ...sizes, uint32(0), uint64(offset))
    const bytes = padded(Buffer.from(values.buffer))
    data.push(bytes)
    offset += bytes.length
  }
  const head = [
    Buffer.from('GGUF'),
    uint32(3),
    uint64(tensors.length),
    uint64(metadata.length),
    ...metadata,
    ...infos,
  ]
  await writeFile(path, Buffer.concat([padded(Buffer.concat(head)), ...data]))
  return path
}

function metadataOf(contextLength: number): readonly Buffer[] {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte)
  const named = bytes.map((byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`)
  const tokens = ['<unk>', '<s>', '</s>', ...named]
  while (tokens.length < VOCABULARY) tokens.push(`▁w${tokens.length}`)
  const kinds = tokens.map((_, at) => (at === 0 ? 2 : at < 3 ? 3 : at < 259 ? 6 : 1))
  const numbers = {
    'general.file_type': 0,
    'llama.context_length': contextLength,
    'llama.embedding_length': EMBEDDING,
    'llama.block_count': 1,
    'llama.feed_forward_length': FEED_FORWARD,
    'llama.attention.head_count': HEADS,
    'llama.attention.head_count_kv': HEADS,
    'llama.rope.dimension_count': EMBEDDING / HEADS,
    'tokenizer.ggml.bos_token_id': 1,
    'tokenizer.ggml.eos_token_id': END_TOKEN,
    'tokenizer.ggml.unknown_token_id': 0,
  }
  return [
    entry('general.architecture', STRING, text('llama')),
    entry('general.name', STRING, text('tiny')),
    ...Object.entries(numbers).map(([key, value]) => entry(key, UINT32, uint32(value))),
    entry('llama.attention.layer_norm_rms_epsilon', FLOAT32, float32(1e-5)),
    entry('tokenizer.ggml.model', STRING, text('llama')),
    array('tokenizer.ggml.tokens', STRING, tokens.map(text)),
    array(
      'tokenizer.ggml.scores',
      FLOAT32,
      tokens.map(() => float32(0)),
    ),
    array('tokenizer.ggml.token_type', INT32, kinds.map(uint32)),
  ]
}

function tensorsOf() {
  const random = randomFrom(1)
  const weights = (length: number) => Float32Array.from({ length }, () => gauss(random) * SPREAD)
  const ones = (length: number) => new Float32Array(length).fill(1)
  const shapes: Readonly<Record<string, readonly number[]>> = {
    token_embd: [EMBEDDING, VOCABULARY],
    output_norm: [EMBEDDING],
    output: [EMBEDDING, VOCABULARY],
    'blk.0.attn_norm': [EMBEDDING],
    'blk.0.attn_q': [EMBEDDING, EMBEDDING],
    'blk.0.attn_k': [EMBEDDING, EMBEDDING],
    'blk.0.attn_v': [EMBEDDING, EMBEDDING],
    'blk.0.attn_output': [EMBEDDING, EMBEDDING],
    'blk.0.ffn_norm': [EMBEDDING],
    'blk.0.ffn_gate': [EMBEDDING, FEED_FORWARD],
    'blk.0.ffn_up': [EMBEDDING, FEED_FORWARD],
    'blk.0.ffn_down': [FEED_FORWARD, EMBEDDING],
  }
  return Object.entries(shapes).map(([name, shape]) => {
    const length = shape.reduce((product, size) => product * size, 1)
    const values = name.endsWith('norm') ? ones(length) : weights(length)
    if (name === 'output') neverEnding(values)
    return { name: `${name}.weight`, shape, values }
  })
}

/** Sure of what it writes, and never of the token that ends an answer: limits end it. */
function neverEnding(values: Float32Array): void {
  for (const at of values.keys()) values[at] = (values[at] ?? 0) * 20
  values.fill(0, END_TOKEN * EMBEDDING, (END_TOKEN + 1) * EMBEDDING)
}

/** The same numbers in every run. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 1) / 4_294_967_297
  }
}

const gauss = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const uint64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

const float32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return bytes
}

const text = (value: string): Buffer => {
  const bytes = Buffer.from(value)
  return Buffer.concat([uint64(bytes.length), bytes])
}

const entry = (key: string, kind: number, value: Buffer): Buffer =>
  Buffer.concat([text(key), uint32(kind), value])

const array = (key: string, kind: number, values: readonly Buffer[]): Buffer =>
  Buffer.concat([text(key), uint32(ARRAY), uint32(kind), uint64(values.length), ...values])

const padded = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT)])

/** JSON that is as bad as its size allows, in each way that a parser or a schema may be hurt. */
export interface Shape {
  readonly name: string
  /** At most about so many bytes. */
  json(bytes: number): string
}

const KEY = '"k"'

const repeated = (piece: string, bytes: number): string =>
  piece.repeat(Math.max(1, Math.floor(bytes / piece.length)))

const listOf = (piece: string) => (bytes: number) =>
  `[${repeated(`${piece},`, bytes - piece.length - 2)}${piece}]`

function members(value: string, bytes: number): string {
  const all: string[] = []
  let length = 2
  for (let at = 0; ; at += 1) {
    const one = `"k${at}":${value}`
    length += one.length + 1
    if (length > bytes && all.length > 0) return `{${all.join()}}`
    all.push(one)
  }
}

const nested = (open: string, close: string) => (bytes: number) => {
  const depth = Math.max(1, Math.floor(bytes / (open.length + close.length)))
  return `${open.repeat(depth)}1${close.repeat(depth)}`
}

export const SHAPES: readonly Shape[] = [
  { name: 'many numbers', json: listOf('1') },
  { name: 'many small texts', json: listOf('"a"') },
  { name: 'many empty lists', json: listOf('[]') },
  { name: 'many empty objects', json: listOf('{}') },
  { name: 'numbers of many digits', json: listOf('1'.repeat(300)) },
  { name: 'one number of many digits', json: (bytes) => repeated('1', bytes) },
  { name: 'many members', json: (bytes) => members('1', bytes) },
  { name: 'many members that are objects', json: (bytes) => members('{}', bytes) },
  { name: 'members of one name', json: (bytes) => `{${repeated(`${KEY}:1,`, bytes)}${KEY}:1}` },
  { name: 'a long name', json: (bytes) => `{"${repeated('n', bytes)}":1}` },
  { name: 'lists in lists', json: nested('[', ']') },
  { name: 'objects in objects', json: nested('{"a":', '}') },
  { name: 'a long text', json: (bytes) => `"${repeated('a', bytes)}"` },
  { name: 'a text of escapes', json: (bytes) => `"${repeated(String.raw`\u0000`, bytes)}"` },
  { name: 'a text of quotes', json: (bytes) => `"${repeated(String.raw`\"`, bytes)}"` },
  { name: 'a text beyond ASCII', json: (bytes) => `"${'語'.repeat(Math.floor(bytes / 3))}"` },
  { name: 'no JSON', json: (bytes) => repeated('[{"', bytes) },
]

/**
 * A validated input as its JSON, which goes as text to the thread that runs the tool. Its value is
 * read only where something asks for it: to read a long one holds the event loop.
 */
export interface JsonInput {
  readonly json: string
  readonly value: unknown
}

const made = new WeakSet<object>()

export function jsonInput(json: string): JsonInput {
  let read: { readonly value: unknown } | undefined
  const input: JsonInput = {
    json,
    get value() {
      read ??= { value: JSON.parse(json) as unknown }
      return read.value
    },
  }
  made.add(input)
  return input
}

export const isJsonInput = (input: unknown): input is JsonInput =>
  typeof input === 'object' && input !== null && made.has(input)

/** The value of an input, however it is held. */
export const valueOfInput = (input: unknown): unknown => (isJsonInput(input) ? input.value : input)

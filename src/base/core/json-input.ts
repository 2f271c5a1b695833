/**
 * A validated input as its JSON. It goes to the thread that runs the tool as text; its value is read
 * only where something asks for it, since reading a long one holds the event loop.
 */
export class JsonInput {
  readonly json: string
  #read: { readonly value: unknown } | undefined

  constructor(json: string) {
    this.json = json
  }

  get value(): unknown {
    this.#read ??= { value: JSON.parse(this.json) as unknown }
    return this.#read.value
  }
}

/** The value of an input, however it is held. */
export const valueOfInput = (input: unknown): unknown =>
  input instanceof JsonInput ? input.value : input

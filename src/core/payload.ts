/** Answers that are not plain JSON values. */
export type Payload = Binary | Events

export interface Binary {
  readonly payload: 'binary'
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** Server-sent events, each chunk already in wire form. */
export interface Events {
  readonly payload: 'events'
  readonly chunks: AsyncIterable<string>
}

const payloads = new WeakSet<object>()

export function binary(contentType: string, bytes: Uint8Array): Binary {
  return made({ payload: 'binary', contentType, bytes })
}

export function events(chunks: AsyncIterable<string>): Events {
  return made({ payload: 'events', chunks })
}

/** True only for values made here, so that a tool's JSON can never pose as one. */
export function isPayload(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && payloads.has(value)
}

function made<P extends Payload>(payload: P): P {
  payloads.add(payload)
  return payload
}

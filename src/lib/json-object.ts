export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is an object with members, no list and not null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

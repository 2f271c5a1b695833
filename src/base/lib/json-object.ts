export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is an object with members, no list and not null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object that a text holds as JSON, null for anything else. */
export function objectIn(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

export const textOr = <T>(value: unknown, other: T): string | T =>
  typeof value === 'string' ? value : other

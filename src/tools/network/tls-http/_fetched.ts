import { Fault } from '../../../core/fault.ts'
import { isObject, type JsonObject } from '../../../lib/json-object.ts'

/** What a site failed to give, as a sentence; the caller's own mistakes go on. */
export function failure(thrown: unknown): string {
  if (thrown instanceof Fault && thrown.code.startsWith('upstream_')) return thrown.message
  throw thrown
}

/** The object that a text holds as JSON, null for anything else. */
export function jsonObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

export const textOr = <T>(value: unknown, other: T): string | T =>
  typeof value === 'string' ? value : other

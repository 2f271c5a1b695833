import { Fault } from '../../../core/fault.ts'

/** What a site failed to give, as a sentence; the caller's own mistakes go on. */
export function failure(thrown: unknown): string {
  if (thrown instanceof Fault && thrown.code.startsWith('upstream_')) return thrown.message
  throw thrown
}

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object that a text holds as JSON, null for anything else. */
export function jsonObject(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isFields(value) ? value : null
  } catch {
    return null
  }
}

export const textOr = <T>(value: unknown, other: T): string | T =>
  typeof value === 'string' ? value : other

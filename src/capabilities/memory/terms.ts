import { hash } from 'node:crypto'
import { termsOf } from '../../engines/search/terms.ts'

/** The namespace as one word of an index that all namespaces share. */
export const spaceTerm = (ns: string): string => hash('sha256', ns).slice(0, 32)

const PLAIN = /^[a-z]+$/

/**
 * Stems in ASCII letters and digits only. So no engine splits a word by rules of its own, and both
 * find the same texts in every language.
 */
export const indexedTerms = (text: string): string[] =>
  termsOf(text).map((term) => (PLAIN.test(term) ? term : `x${Buffer.from(term).toString('hex')}`))

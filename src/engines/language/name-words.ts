import anyAscii from 'any-ascii'

/** A word of a name, in small Latin letters without marks. */
export interface NameWord {
  readonly text: string
  /** From a script without vowels. */
  readonly isConsonants: boolean
}

const ABJAD = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]/u
const WORDS_MAX = 24

/**
 * The words of a name in the form for comparisons: Latin letters without marks, lower case,
 * separated by spaces only: `al-Qa'ida` is `al qaida`.
 */
export function nameWords(name: string): readonly NameWord[] {
  const words: NameWord[] = []
  for (const part of name.normalize('NFKC').split(/[\s\p{Pd}_,;:/()&+|"“”«».]+/u)) {
    const isConsonants = ABJAD.test(part)
    const latin = anyAscii(part)
      .toLowerCase()
      .replaceAll(/['`’]/g, '')
    for (const text of latin.split(/[^a-z0-9]+/))
      if (text !== '' && words.length < WORDS_MAX) words.push({ text, isConsonants })
  }
  return words
}

/**
 * The consonants of a word, as a script without vowels writes it: `hussein` and `hsyn` are `hsn`.
 */
export const consonantsOf = (word: string): string =>
  word.replaceAll(/[aeiouyw]/g, '').replaceAll(/(.)\1+/g, '$1')

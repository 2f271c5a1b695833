/** Accents that old fonts print as signs of their own, and the marks that stand for them. */
const MARKS: Readonly<Record<string, string>> = {
  '`': '\u0300',
  '´': '\u0301',
  ˆ: '\u0302',
  '˜': '\u0303',
  '˘': '\u0306',
  '¨': '\u0308',
  '˚': '\u030A',
  '˝': '\u030B',
  ˇ: '\u030C',
}
const BEFORE = /[´ˆ˜˘¨˚˝ˇ]\p{L}|(?<=\p{L})`\p{L}/gu
const CEDILLA = /([cst])¸/giu
/** Written by hand in place of an apostrophe. */
const ELISION = /(^|\P{L})[dl]$/iu

/** `Poincar´e` as `Poincaré`, where there is such a letter. */
export const composed = (text: string): string =>
  text
    .replace(BEFORE, (written, at: number) => {
      const [accent = '', letter = ''] = written
      if (accent === '´' && ELISION.test(text.slice(Math.max(0, at - 2), at))) return written
      return oneLetter(letter, MARKS[accent]!) ?? written
    })
    .replace(CEDILLA, (written, letter: string) => oneLetter(letter, '\u0327') ?? written)

function oneLetter(letter: string, mark: string): string | null {
  const whole = (letter === 'ı' ? 'i' : letter) + mark
  const found = whole.normalize('NFC')
  return found.length === 1 ? found : null
}

/** Unicode scripts in use today, or with many texts. */
const NAMES =
  'Latin Cyrillic Greek Han Hiragana Katakana Hangul Arabic Hebrew Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Armenian Ethiopic Khmer Mongolian Cherokee Canadian_Aboriginal Bopomofo Yi Syriac Thaana Nko Tifinagh Coptic Gothic Runic Ogham Braille Glagolitic Javanese Balinese Sundanese Tagalog Vai Adlam Cham Lisu Limbu Lepcha Meetei_Mayek Ol_Chiki Osmanya Deseret Egyptian_Hieroglyphs Cuneiform Linear_B Phoenician'

const SCRIPTS: readonly (readonly [name: string, pattern: RegExp])[] = NAMES.split(' ').map(
  (name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')],
)

/** The scripts of a text in the order of their first letters. */
export function scriptsIn(text: string): readonly string[] {
  return SCRIPTS.map(([name, pattern]) => [text.search(pattern), name] as const)
    .filter(([at]) => at >= 0)
    .toSorted(([one], [other]) => one - other)
    .map(([, name]) => name)
}

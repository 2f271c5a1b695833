/** English names of numbers, on the short scale. */

export const ONES = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen ' +
  'fifteen sixteen seventeen eighteen nineteen'
).split(' ')

export const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** Names of 10^3, 10^6 and so on. */
export const SCALES = (
  'thousand million billion trillion quadrillion quintillion sextillion septillion octillion ' +
  'nonillion decillion undecillion duodecillion tredecillion quattuordecillion quindecillion ' +
  'sexdecillion septendecillion octodecillion novemdecillion'
).split(' ')

/** Words whose ordinal is not the word with `th`. */
export const ORDINALS: ReadonlyMap<string, string> = new Map([
  ['one', 'first'],
  ['two', 'second'],
  ['three', 'third'],
  ['five', 'fifth'],
  ['eight', 'eighth'],
  ['nine', 'ninth'],
  ['twelve', 'twelfth'],
])

export function cardinal(plain: string): string {
  const [front = '', part] = plain.replace('-', '').split('.')
  const isZero = /^[0.-]*$/.test(plain)
  const words = [...(plain.startsWith('-') && !isZero ? ['minus'] : []), wholeWords(front)]
  if (part !== undefined)
    words.push('point', ...part.split('').map((digit) => ONES[Number(digit)] ?? ''))
  return words.join(' ')
}

export function ordinal(plain: string): string {
  const words = cardinal(plain)
  const last = /[a-z]+$/.exec(words)?.[0] ?? ''
  const rest = words.slice(0, words.length - last.length)
  const known = ORDINALS.get(last)
  return rest + (known ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`))
}

function wholeWords(digits: string): string {
  const bare = digits.replace(/^0+/, '')
  if (bare === '') return 'zero'
  const padded = bare.padStart(Math.ceil(bare.length / 3) * 3, '0')
  const groups = padded.match(/\d{3}/g) ?? []
  return groups
    .flatMap((group, at) => {
      const scale = SCALES[groups.length - at - 2]
      return group === '000' ? [] : [hundreds(Number(group)), ...(scale ? [scale] : [])]
    })
    .join(' ')
}

function hundreds(value: number): string {
  const hundred = Math.floor(value / 100)
  const rest = value % 100
  const words = hundred > 0 ? [`${ONES[hundred]} hundred`] : []
  if (rest > 0) words.push(belowHundred(rest))
  return words.join(' ')
}

function belowHundred(value: number): string {
  if (value < 20) return ONES[value] ?? ''
  const tens = TENS[Math.floor(value / 10)] ?? ''
  return value % 10 === 0 ? tens : `${tens}-${ONES[value % 10]}`
}

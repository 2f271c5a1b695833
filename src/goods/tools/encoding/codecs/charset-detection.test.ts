import { expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import charsetConvert from './charset-convert.ts'

/** Article 1 of the Universal Declaration of Human Rights, which is in the public domain. */
const TEXTS = {
  th: 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ',
  ru: 'Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства.',
  bg: 'Всички хора се раждат свободни и равни по достойнство и права. Те са надарени с разум и съвест и следва да се отнасят помежду си в дух на братство.',
  lt: 'Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis. Jiems suteiktas protas ir sąžinė ir jie turi elgtis vienas kito atžvilgiu kaip broliai.',
  lv: 'Visi cilvēki piedzimst brīvi un vienlīdzīgi savā pašcieņā un tiesībās. Viņi ir apveltīti ar saprātu un sirdsapziņu, un viņiem jāizturas citam pret citu brālības garā.',
  de: 'Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geist der Brüderlichkeit begegnen. Größe, Übung, schön, für, über.',
  fr: 'Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité.',
  es: 'Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y conciencia, deben comportarse fraternalmente los unos con los otros. Así también, según él, más allá.',
  is: 'Hver maður er borinn frjáls og jafn öðrum að virðingu og réttindum. Menn eru gæddir vitsmunum og samvisku, og ber þeim að breyta bróðurlega hverjum við annan.',
  pl: 'Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem i powinni postępować wobec innych w duchu braterstwa.',
  el: 'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Είναι προικισμένοι με λογική και συνείδηση, και οφείλουν να συμπεριφέρονται μεταξύ τους με πνεύμα αδελφοσύνης.',
} as const

/** Inverts the decoder of the platform. */
function encoded(text: string, charset: string): Buffer {
  if (charset.startsWith('utf-32')) {
    const bytes = Buffer.alloc(Array.from(text).length * 4)
    Array.from(text).forEach((letter, at) => {
      const point = letter.codePointAt(0) ?? 0
      if (charset === 'utf-32le') bytes.writeUInt32LE(point, at * 4)
      else bytes.writeUInt32BE(point, at * 4)
    })
    return bytes
  }
  const decoder = new TextDecoder(charset)
  const byteOf = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Buffer.from([byte])), byte] as const),
  )
  return Buffer.from(Array.from(text, (letter) => byteOf.get(letter) ?? 0x3f))
}

test.each([
  ['th', 'windows-874'],
  ['ru', 'ibm866'],
  ['ru', 'windows-1251'],
  ['ru', 'koi8-r'],
  ['ru', 'iso-8859-5'],
  ['bg', 'ibm866'],
  ['bg', 'windows-1251'],
  ['lt', 'windows-1257'],
  ['lv', 'windows-1257'],
  ['de', 'windows-1252'],
  ['fr', 'windows-1252'],
  ['es', 'windows-1252'],
  ['is', 'windows-1252'],
  ['pl', 'iso-8859-2'],
  ['el', 'windows-1253'],
  ['ru', 'utf-32le'],
  ['fr', 'utf-32be'],
  ['de', 'utf-32le'],
  ['th', 'utf-32be'],
] as const)('%s in %s', async (language, charset) => {
  const base64 = encoded(TEXTS[language], charset).toString('base64')
  expect(await runExample(charsetConvert, { base64 })).toMatchObject({
    text: TEXTS[language].replaceAll(/[’]/g, "'"),
    hadBom: false,
  })
})

/** UTF-16 without a mark; U+4E00 and U+3000 have a low byte of zero. */
test.each([
  '一九八四年四月的一个晴朗而寒冷的日子',
  '東京は日本の首都です。一番大きい街　である',
  '第一章 2026 一切开始',
  'Все люди рождаются свободными и равными',
])('UTF-16 of %s in both byte orders', async (text) => {
  const little = Buffer.from(text, 'utf16le')
  const big = Buffer.from(little).swap16()
  const read = (bytes: Buffer) => runExample(charsetConvert, { base64: bytes.toString('base64') })
  expect(await read(little)).toMatchObject({ text, charset: 'utf-16le' })
  expect(await read(big)).toMatchObject({ text, charset: 'utf-16be' })
})

test.each(['ibm866', 'windows-1251', 'koi8-r'])(
  'capitals of a long Russian text in %s',
  async (charset) => {
    const text = TEXTS.ru.toUpperCase().repeat(20)
    const base64 = encoded(text, charset).toString('base64')
    expect(await runExample(charsetConvert, { base64 })).toMatchObject({ text })
  },
)

test('a list of Russian names in ibm866', async () => {
  const text = 'Юрий Щукин, Жанна Хохлова, Эдуард Цюй, Шура Чуб '.repeat(20)
  const base64 = encoded(text, 'ibm866').toString('base64')
  expect(await runExample(charsetConvert, { base64 })).toMatchObject({ text, charset: 'ibm866' })
})

test('a few Thai words beside a number are Thai', async () => {
  const base64 = Buffer.from('c3d2a4d220353030 20bad2b7'.replaceAll(' ', ''), 'hex').toString(
    'base64',
  )
  expect(await runExample(charsetConvert, { base64 })).toMatchObject({
    text: 'ราคา 500 บาท',
    charset: 'windows-874',
  })
})

test('a few letters of Western or Cyrillic text are not taken as Thai', async () => {
  const french = Buffer.from('déjà vu à la fête', 'latin1').toString('base64')
  expect(await runExample(charsetConvert, { base64: french })).toMatchObject({
    text: 'déjà vu à la fête',
  })
  const russian = Buffer.from('d6e5ede020353030', 'hex').toString('base64')
  expect(await runExample(charsetConvert, { base64: russian })).not.toMatchObject({
    charset: 'windows-874',
  })
})

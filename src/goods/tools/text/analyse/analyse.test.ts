import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import languageDetect from './language-detect.ts'
import posTag from './pos-tag.ts'
import readability from './readability.ts'
import sentiment from './sentiment.ts'
import summarizeExtractive from './summarize-extractive.ts'
import textChunk from './text-chunk.ts'

interface Chunk {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly tokens: number
}

const chunksOf = async (text: string, input: object = {}) =>
  (await runExample(textChunk, { text, ...input }))['chunks'] as readonly Chunk[]

const SENTENCE = 'The river carries the boats past the old town, slowly. '
const PROSE = Array.from({ length: 40 }, (_, at) => `${at}. ${SENTENCE.repeat(1 + (at % 5))}`).join(
  '\n\n',
)

describe('text-chunk', () => {
  test.each(['tokens', 'words', 'chars'])('no chunk has more %s than its size', async (unit) => {
    for (const size of [50, 173, 400])
      for (const boundary of ['paragraph', 'sentence', 'markdown', 'none']) {
        const chunks = await chunksOf(PROSE + '😀漢字'.repeat(300), { size, unit, boundary })
        const counted = { chars: 'length', tokens: 'tokens' }[unit]
        for (const { text, tokens } of chunks) {
          const count =
            counted === 'length'
              ? Array.from(text).length
              : counted === 'tokens'
                ? tokens
                : (text.match(/[\w]+/g)?.length ?? 0)
          expect(count).toBeLessThanOrEqual(size)
        }
      }
  })

  test('chunks without overlap hold the whole text, each at its place', async () => {
    const chunks = await chunksOf(PROSE, { size: 90, overlap: 0 })
    expect(chunks.length).toBeGreaterThan(10)
    for (const { text, start, end } of chunks) expect(PROSE.slice(start, end)).toBe(text)
    const squeezed = (text: string) => text.replaceAll(/\s/g, '')
    expect(squeezed(chunks.map(({ text }) => text).join(''))).toBe(squeezed(PROSE))
  })

  test('each chunk repeats the end of the previous one', async () => {
    const chunks = await chunksOf(PROSE, { size: 100, overlap: 30, unit: 'words' })
    for (const [at, { start }] of chunks.entries()) {
      const before = chunks[at - 1]
      if (before) expect(start).toBeLessThan(before.end)
      if (before) expect(start).toBeGreaterThan(before.start)
    }
  })

  test('chunks end with whole sentences where possible', async () => {
    const chunks = await chunksOf(PROSE, { size: 60, overlap: 0, boundary: 'sentence' })
    for (const { text } of chunks) expect(text).toMatch(/[.]$/)
  })

  test('a heading in a code block does not begin a chunk', async () => {
    const text = `# A\n\n${'a b c '.repeat(14)}\n\n\`\`\`\n# no heading\n\`\`\`\n\n# B\n\nlast words of the whole text`
    const chunks = await chunksOf(text, { size: 60, unit: 'words', overlap: 0 })
    const marked = await chunksOf(text, {
      size: 50,
      unit: 'words',
      overlap: 0,
      boundary: 'markdown',
    })
    expect(chunks).toHaveLength(1)
    expect(marked.at(-1)?.text.startsWith('# B')).toBe(true)
  })

  test('an overlap of more than half a chunk is refused', async () => {
    await expect(runExample(textChunk, { text: 'a', size: 50, overlap: 26 })).rejects.toThrow(
      /^overlap: /,
    )
  })

  test('a text of white space has no chunk', async () => {
    expect(await chunksOf(' \n\n ')).toEqual([])
  })
})

describe('readability', () => {
  test('a text without words has no scores', async () => {
    const { fleschEase, gradeLevel } = await runExample(readability, { text: '?! ...' })
    expect([fleschEase, gradeLevel]).toEqual([null, null])
  })

  test('a long sentence of long words is hard, and its words are listed', async () => {
    const hard =
      'Notwithstanding institutional considerations, the organisation necessitates comprehensive administrative reconsideration.'
    const { hardSentences, complexWords } = await runExample(readability, {
      text: `The dog ran. ${hard} It was fun.`,
    })
    expect(hardSentences).toMatchObject([{ text: hard, start: 13 }])
    expect(complexWords).toContain('administrative')
    expect(complexWords).not.toContain('organisations')
  })

  test('names and common endings do not make a word complex', async () => {
    const { complexWords } = await runExample(readability, {
      text: 'We saw Alexandria, created houses and were entering.',
    })
    expect(complexWords).toEqual([])
  })
})

const languageOf = async (text: string, input: object = {}) =>
  runExample(languageDetect, { text, ...input })

describe('language-detect', () => {
  test.each([
    ['The weather was lovely and the children played outside all day.', 'en'],
    ['Das Wetter war schön und die Kinder spielten den ganzen Tag draußen.', 'de'],
    ['Il faisait beau et les enfants jouaient dehors toute la journée.', 'fr'],
    ['El tiempo era bueno y los niños jugaron fuera todo el día.', 'es'],
    ['O tempo estava bom e as crianças brincaram lá fora o dia todo.', 'pt'],
    ['Het weer was mooi en de kinderen speelden de hele dag buiten.', 'nl'],
    ['Погода была хорошая, и дети весь день играли на улице.', 'ru'],
    ['Погода була гарна, і діти весь день гралися надворі.', 'uk'],
    ['天气很好，孩子们整天在外面玩。', 'zh'],
    ['天気が良くて、子どもたちは一日中外で遊びました。', 'ja'],
    ['날씨가 좋아서 아이들이 하루 종일 밖에서 놀았다.', 'ko'],
    ['كان الطقس جميلاً ولعب الأطفال في الخارج طوال اليوم.', 'ar'],
    ['Ο καιρός ήταν καλός και τα παιδιά έπαιζαν έξω όλη μέρα.', 'el'],
    ['Hava güzeldi ve çocuklar bütün gün dışarıda oynadı.', 'tr'],
  ])('%s is %s', async (text, language) => {
    expect((await languageOf(text))['language']).toBe(language)
  })

  test('a single word without its own script has a low confidence', async () => {
    expect((await languageOf('hello'))['confidence']).toBeLessThanOrEqual(0.3)
    expect((await languageOf('привет'))['confidence']).toBeLessThanOrEqual(0.3)
  })

  test('a text without letters has no language and no script', async () => {
    expect(await languageOf('12 + 34 = 46')).toMatchObject({ language: 'und', script: null })
  })

  test('only candidates are answered, and an unknown one is refused', async () => {
    const text = 'O tempo estava bom'
    expect((await languageOf(text, { candidates: ['es', 'it'] }))['language']).toMatch(/^(es|it)$/)
    await expect(languageOf(text, { candidates: ['xx'] })).rejects.toThrow(/^candidates: /)
  })
})

describe('sentiment', () => {
  test('names of JavaScript members have no sentiment', async () => {
    const text = 'constructor toString __proto__ hasOwnProperty'
    expect(await runExample(sentiment, { text })).toMatchObject({ label: 'neutral', neutral: 1 })
  })

  test('an empty text is neutral', async () => {
    const answer = await runExample(sentiment, { text: '' })
    expect(answer).toMatchObject({ compound: 0, neutral: 1, sentences: [] })
  })
})

describe('pos-tag', () => {
  test('base forms of irregular words are found', async () => {
    const text = 'The mice had gone, and the children were better.'
    const { tokens, verbs, nouns } = await runExample(posTag, { text })
    const lemmas = (tokens as readonly { lemma: string }[]).map(({ lemma }) => lemma)
    expect(lemmas).toEqual('the mouse have go and the child be good'.split(' '))
    expect(verbs).toEqual(['have', 'go', 'be'])
    expect(nouns).toEqual(['mouse', 'child'])
  })

  test('people and places are listed once, without punctuation', async () => {
    const text = 'Ada Lovelace lived in London. “Ada Lovelace” left London!'
    const { people, places } = await runExample(posTag, { text })
    expect([people, places]).toEqual([['Ada Lovelace'], ['London']])
  })
})

describe('summarize-extractive', () => {
  const TEXT =
    'Bees make honey. Honey from bees keeps for years. My car is blue. Bees visit flowers to make honey. The sea is cold.'

  test('central sentences are unchanged and in their order', async () => {
    const { summary } = await runExample(summarizeExtractive, { text: TEXT, sentences: 2 })
    expect(summary).toBe('Bees make honey. Bees visit flowers to make honey.')
  })

  test('a query changes the choice', async () => {
    const input = { text: TEXT, sentences: 1, query: 'colour of the car: blue?' }
    expect((await runExample(summarizeExtractive, input))['summary']).toBe('My car is blue.')
  })

  test('a text without sentences or words has a summary too', async () => {
    expect(await runExample(summarizeExtractive, { text: '' })).toEqual({
      summary: '',
      sentences: [],
      compressionRatio: 0,
    })
    expect((await runExample(summarizeExtractive, { text: '... !' }))['summary']).not.toBe('NaN')
  })

  test('scores add up to one', async () => {
    const { sentences } = await runExample(summarizeExtractive, { text: TEXT, sentences: 50 })
    const scores = (sentences as readonly { score: number }[]).map(({ score }) => score)
    expect(scores.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 4)
  })
})

import { expect, test } from 'vitest'
import { cutLarge } from './json-cut.ts'

const options = { largeFrom: 100, markOf: (_cut: unknown, index: number) => `"mark ${index}"` }

test.each([
  ['a number of many digits', '1'.repeat(500)],
  ['a number after many spaces', `[${' '.repeat(500)}1]`],
  ['a text with escapes', JSON.stringify('"\\[]{},'.repeat(50))],
  [
    'digits, lists and texts of many lengths',
    JSON.stringify(sizes().map((size) => [10 ** size, 'a'.repeat(size)])),
  ],
  ['nested members', JSON.stringify({ a: { b: sizes() }, c: [{}, [], 'x'.repeat(90)] })],
])('%s is taken out whole', (_name, json) => {
  for (const space of ['', ' ', '\n'.repeat(31), ' '.repeat(32), ' '.repeat(100)]) {
    const text = `{"id":1,"input":${space}${json}${space},"rest":[2,{"input":3}]}`
    const { text: left, cuts } = cutLarge(text, [['input']], options)
    expect(cuts.map(({ at }) => at)).toEqual(['/input'])
    expect(JSON.parse(cuts[0]?.json ?? '')).toEqual(JSON.parse(json))
    expect(JSON.parse(left)).toEqual({ id: 1, input: 'mark 0', rest: [2, { input: 3 }] })
  }
})

function sizes(): number[] {
  return Array.from({ length: 40 }, (_, at) => at)
}

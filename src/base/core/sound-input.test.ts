import { expect, test } from 'vitest'
import { flawIn } from './sound-input.ts'

const HALF = 'half of a surrogate pair; send whole characters'

test.each([
  ['{"text":"\\ud800"}', `text: must not hold ${HALF}.`],
  ['{"text":"a\\udc00b"}', `text: must not hold ${HALF}.`],
  ['{"list":["a",{"b":"\\ud83d"}]}', `list.1.b: must not hold ${HALF}.`],
  ['{"map":{"\\ud800":1}}', `map: must not have a member whose name holds ${HALF}.`],
  ['{"map":{"a":{"__proto__":{"b":1}}}}', 'map.a: must not have a member __proto__.'],
  ['{"__proto__":1}', 'input: must not have a member __proto__.'],
])('%s is refused', (json, problem) => expect(flawIn(JSON.parse(json))).toBe(problem))

test.each(['{}', '{"text":"\\ud83d\\ude00","list":[null,1,true,{"proto":"\\u0000\\ufffd"}]}'])(
  '%s is sound',
  (json) => expect(flawIn(JSON.parse(json))).toBeNull(),
)

test('deep input does not overflow the stack', () => {
  expect(flawIn({ deep: JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)) })).toBeNull()
})

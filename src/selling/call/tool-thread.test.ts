import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import deepTool from '../../../test/support/deep-tool.ts'
import { packed, work } from './tool-thread.ts'

const file = fileURLToPath(new URL('../../../test/support/deep-tool.ts', import.meta.url))
const run = (text: string) => work({ file, slug: 'depth', input: packed({ text }), now: 0 })

test('what nests deeper than the stack of a thread is refused by its field', async () => {
  const [{ output }] = deepTool.examples
  expect(JSON.parse(await run('abc'))).toEqual(output)
  await expect(run('x'.repeat(1_000_000))).rejects.toMatchObject({
    code: 'bad_input',
    message: 'text: is nested too deeply; send something simpler',
  })
})

test('an input goes to a thread as JSON only if it comes back as it was', () => {
  const plain = { a: [1, 'b', null, true], c: { ['__proto__']: 2 } }
  expect(packed(plain)).toEqual({ json: '{"a":[1,"b",null,true],"c":{"__proto__":2}}' })
  for (const value of [undefined, -0, Number.NaN, 1n, new Date(0), new Uint8Array(1), new Map()])
    expect(packed({ a: [value] })).toEqual({ value: { a: [value] } })
})

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

test('many values go to a thread as JSON, if they come back as they were', () => {
  const many = Array.from({ length: 500 }, (_, at) => ({ at, text: 'b', none: null, is: true }))
  const plain = { many, own: { ['__proto__']: 2 } }
  expect(packed(plain)).toEqual({ json: JSON.stringify(plain) })
  expect(packed({ text: 'x'.repeat(1_000) })).toEqual({ value: { text: 'x'.repeat(1_000) } })
  for (const odd of [undefined, -0, Number.NaN, 1n, new Date(0), new Uint8Array(1), new Map()])
    expect(packed({ many, odd })).toEqual({ value: { many, odd } })
})

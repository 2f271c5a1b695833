import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import deepTool from '../../../test/support/deep-tool.ts'
import { work } from './tool-thread.ts'

const file = fileURLToPath(new URL('../../../test/support/deep-tool.ts', import.meta.url))
const run = (text: string) => work({ file, slug: 'depth', input: { text }, now: 0 })

test('what nests deeper than the stack of a thread is refused by its field', async () => {
  const [{ output }] = deepTool.examples
  expect(JSON.parse(await run('abc'))).toEqual(output)
  await expect(run('x'.repeat(1_000_000))).rejects.toMatchObject({
    code: 'bad_input',
    message: 'text: is nested too deeply; send something simpler',
  })
})

import { expect, test } from 'vitest'
import { createDeadline } from './_deadline.ts'

const withCode = (code: string) => Object.assign(new Error('no'), { code })

test('Files of ours that cannot be loaded are not blamed on the host', () => {
  const deadline = createDeadline(1_000)
  const missing = withCode('ERR_MODULE_NOT_FOUND')
  expect(deadline.faultOf(missing, 'example.com')).toBe(missing)
  expect(deadline.faultOf(withCode('ECONNRESET'), 'example.com')).toMatchObject({
    code: 'upstream_failed',
  })
  deadline.end()
})

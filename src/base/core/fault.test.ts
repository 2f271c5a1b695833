import { expect, test } from 'vitest'
import { Fault, storeAway } from './fault.ts'

const notLoaded = (code: string) => Object.assign(new Error('Cannot load x.'), { code })

test.each([
  'ERR_UNSUPPORTED_DIR_IMPORT',
  'ERR_INVALID_PACKAGE_CONFIG',
  'ERR_PACKAGE_PATH_NOT_EXPORTED',
])('A package that is half there is away: %s', (code) => {
  expect(Fault.from(notLoaded(code)).code).toBe('files_away')
})

test('What is away is told from what is broken', () => {
  const missing = notLoaded('ERR_MODULE_NOT_FOUND')
  const told = [storeAway('lost'), missing, new TypeError('x is null')].map((thrown) => {
    const { status, code, detail } = Fault.from(thrown)
    return [status, code, detail.retryAfterSeconds]
  })
  expect(told).toEqual([
    [503, 'store_away', 5],
    [503, 'files_away', 30],
    [500, 'internal', undefined],
  ])
})

import { describe, expect, test } from 'vitest'
import { bytesOfBase64 } from './bytes.ts'
import { leastWork } from '../../../test/support/wait.ts'

describe('base64', () => {
  test('may have any white space between its characters', () => {
    expect(bytesOfBase64('file', ' aGVs\r\nbG8h\t\v\f\n').toString()).toBe('hello!')
    expect(bytesOfBase64('file', 'aG\nk=').toString()).toBe('hi')
    expect(bytesOfBase64('file', 'aGk').toString()).toBe('hi')
  })

  test.each(['aG\u00a0k=', '\ufeffaGk=', 'aé==', 'a', 'a=b', 'aGk==='])('%j is refused', (text) => {
    expect(() => bytesOfBase64('file', text)).toThrow(/^file: /)
  })

  test('with white space after each second character does not block the event loop', async () => {
    const text = 'ab '.repeat(3_700_000)
    const read = () => expect(bytesOfBase64('file', text)).toHaveLength(5_550_000)
    expect(await leastWork(250, read)).toBeLessThan(250)
  })
})

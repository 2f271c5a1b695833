import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import keyDerive from './key-derive.ts'
import passwordHash from './password-hash.ts'

describe('key-derive', () => {
  test.each([
    [
      { algo: 'pbkdf2', secret: 'passwd', salt: 'salt', iterations: 1, lengthBytes: 64 },
      '55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783',
    ],
    [{ algo: 'hkdf', secret: '', salt: '', lengthBytes: 16 }, 'eb70f01dede9afafa449eee1b1286504'],
    [
      { algo: 'argon2id', secret: 'password', salt: 'somesalt', memoryKiB: 65_536 },
      '09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7',
    ],
  ])('%j', async (input, key) => {
    expect(await runExample(keyDerive, input)).toMatchObject({ key })
  })

  test.each([
    [{ algo: 'argon2id' }, 'salt: must have at least 8'],
    [{ algo: 'argon2id', salt: 'somesalt', iterations: 11 }, 'iterations: must be 1 to 10'],
    [{ algo: 'argon2id', memoryKiB: 131_073 }, 'memoryKiB: '],
    [{ algo: 'pbkdf2', iterations: 1_000_001 }, 'iterations: '],
    [{ algo: 'scrypt', costN: 3 }, 'costN: must be a power of two'],
    [{ algo: 'scrypt', costN: 262_144 }, 'costN: '],
    [{ algo: 'hkdf', lengthBytes: 129 }, 'lengthBytes: '],
    [{ algo: 'hkdf', info: 'x'.repeat(1025) }, 'info: '],
  ])('refuses %j', async (input, message) => {
    await expect(runExample(keyDerive, { secret: 'x', salt: '', ...input })).rejects.toThrow(
      message,
    )
  })
})

describe('password-hash', () => {
  test.each([
    ['argon2id', 1],
    ['bcrypt', 4],
    ['scrypt', 10],
  ])('%s', async (algo, cost) => {
    const password = 'hunter2 ü'
    const { hash } = await runExample(passwordHash, { password, algo, cost })
    const check = { password, mode: 'verify', hash, cost }
    expect(await runExample(passwordHash, check)).toEqual({ valid: true, algo, needsRehash: false })
    expect(await runExample(passwordHash, { ...check, cost: cost + 1 })).toMatchObject({
      needsRehash: true,
    })
    expect(await runExample(passwordHash, { ...check, password: 'x' })).toMatchObject({
      valid: false,
    })
  })

  const long =
    '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789chars after 72 are ignored'
  test.each([
    ['U*U*U', '$2a$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a'],
    [long, '$2y$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui'],
    [
      'password',
      '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    ],
    [
      'password',
      '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA',
    ],
    [
      'hunter2',
      '$scrypt$ln=14,r=8,p=5$c29tZXNhbHRzb21lc2FsdA$RM774w+uxILp4PCD64+rxOxVZcqcvKiWGH9lqKzKQDk',
    ],
  ])('hash of another library: %s', async (password, hash) => {
    expect(await runExample(passwordHash, { password, mode: 'verify', hash })).toMatchObject({
      valid: true,
      algo: hash.startsWith('$2') ? 'bcrypt' : hash.split('$')[1],
    })
  })

  test.each([
    [{}, 'hash: is required'],
    [{ hash: '' }, 'hash: must be an Argon2'],
    [{ hash: '$argon2id$v=19$m=131073,t=1,p=1$c29tZXNhbHQ$AAAAAAAA' }, 'hash: must cost less'],
    [{ hash: '$argon2id$v=19$m=8,t=999999999,p=1$c29tZXNhbHQ$AAAAAA' }, 'hash: must cost less'],
    [{ hash: '$argon2id$v=19$m=8,t=1,p=2$c29tZXNhbHQ$AAAAAAAA' }, 'hash: has parameters'],
    [{ hash: '$argon2id$v=19$m=0,t=0,p=0$c29tZXNhbHQ$AAAAAAAA' }, 'hash: has parameters'],
    [{ hash: '$argon2id$v=19$m=8,t=1,p=1$AA$AAAAAAAA' }, 'hash: has parameters'],
    [{ hash: '$scrypt$ln=99,r=8,p=1$AAAA$AAAAAAAA' }, 'hash: must cost less'],
    [{ hash: '$scrypt$ln=10,r=8,p=999999$AAAA$AAAAAAAA' }, 'hash: must cost less'],
    [{ hash: '$scrypt$ln=0,r=8,p=1$AAAA$AAAAAAAA' }, 'hash: has parameters'],
    [{ hash: '$scrypt$ln=16,r=1,p=1$AAAA$AAAAAAAA' }, 'hash: has parameters'],
    [{ hash: `$2b$13$${'a'.repeat(53)}` }, 'hash: bcrypt cost must be 4 to 12'],
    [{ mode: 'hash', algo: 'bcrypt', cost: 13 }, 'cost: must be 4 to 12 for bcrypt'],
    [{ mode: 'hash', algo: 'bcrypt', password: 'x'.repeat(73) }, 'password: must have 1 to 72'],
    [{ mode: 'hash', algo: 'bcrypt', password: 'a\0b' }, 'password: must have 1 to 72'],
    [{ mode: 'hash', algo: 'bcrypt', password: '' }, 'password: must have 1 to 72'],
  ])('refuses %j', async (input, message) => {
    const common = { password: 'x', mode: 'verify' }
    await expect(runExample(passwordHash, { ...common, ...input })).rejects.toThrow(message)
  })
})

import { describe, expect, test } from 'vitest'
import { html, raw } from '../../src/front/pages/html.ts'
import { kindOf, labelOf } from '../../src/front/pages/form.ts'

test('text is escaped wherever it stands, and markup is not', () => {
  const hostile = `"><script>alert('&')</script>`
  expect(html`<a href="${hostile}">${hostile}</a>`.markup).toBe(
    '<a href="&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;">&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;</a>',
  )
  expect(html`${raw('<b>')}${[html`<i>${1}</i>`, '<']}${false}${null}${undefined}`.markup).toBe(
    '<b><i>1</i>&lt;',
  )
})

describe('a field of a form', () => {
  test.each([
    [{ type: 'string' }, 'string'],
    [{ type: ['string', 'null'] }, 'string'],
    [{ type: 'boolean' }, 'boolean'],
    [{ enum: ['a', 'b'] }, 'string'],
    [{ enum: [1, 2] }, 'any'],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'integer'],
    [{ anyOf: [{ type: 'string' }, { type: 'array' }] }, 'any'],
    [{ type: ['object', 'array', 'string'] }, 'any'],
    [{ type: 'string', contentEncoding: 'base64' }, 'file'],
  ])('%j is read as %s', (schema, kind) => {
    expect(kindOf(schema)).toBe(kind)
  })
  test.each([
    ['countryCodes', 'Country codes'],
    ['q', 'Query'],
    ['max_tokens', 'Max tokens'],
  ])('%s is called %s', (name, label) => {
    expect(labelOf(name)).toBe(label)
  })
})

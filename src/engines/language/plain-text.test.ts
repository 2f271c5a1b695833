import { describe, expect, test } from 'vitest'
import { plainText } from './plain-text.ts'
import { leastWork } from '../../../test/support/wait.ts'

describe('plain text', () => {
  test.each([
    ['', ''],
    ['a &amp; b &#x27;c&#x27; &lt;div&gt; &eacute;', "a & b 'c' <div> é"],
    ['one<p>two<p>three', 'one\n\ntwo\n\nthree'],
    ['<p>a</p>\n\n<p>b<br>c</p>', 'a\n\nb\nc'],
    ['<i>x</i> and <b>y</b>', 'x and y'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['&amp;lt;', '&lt;'],
    ['<ul><li>a<li>b</ul>', '- a\n- b'],
    ['<pre><code>if (a &lt; b)\n  c()</code></pre>', 'if (a < b)\n  c()'],
    [
      '<a href="https:&#x2F;&#x2F;a.example&#x2F;long?x=1&amp;y=2" rel="nofollow">https:&#x2F;&#x2F;a.example&#x2F;lo...</a>!',
      'https://a.example/long?x=1&y=2!',
    ],
    ['<a href="https://a.example/x">here</a> ...', 'here ...'],
    ['<a href="https://a.example/x">https://b.example...</a>', 'https://b.example...'],
    ['\ud800 lone', '\ud800 lone'],
  ])('%j', (html, text) => {
    expect(plainText(html)).toBe(text)
  })
  test.each([['<'], ['<a href="'], ['<a href="x">...'], ['&#'], ['\n']])(
    'many repeats of %j take no noticeable time',
    async (piece) => {
      const text = piece.repeat(200_000)
      expect(await leastWork(1_500, () => plainText(text))).toBeLessThan(1_500)
    },
  )
})

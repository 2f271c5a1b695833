import fc from 'fast-check'
import type { ToolSpec } from '../../src/base/core/tool.ts'
import count from '../../src/goods/tools/text/analyse/count.ts'
import textEntropy from '../../src/goods/tools/text/analyse/text-entropy.ts'
import textStats from '../../src/goods/tools/text/analyse/text-stats.ts'
import wordFrequency from '../../src/goods/tools/text/analyse/word-frequency.ts'
import patchApply from '../../src/goods/tools/text/compare/patch-apply.ts'
import stringDistance from '../../src/goods/tools/text/compare/string-distance.ts'
import textDiff from '../../src/goods/tools/text/compare/text-diff.ts'
import textSimilarity from '../../src/goods/tools/text/compare/text-similarity.ts'
import regex from '../../src/goods/tools/text/find/regex.ts'
import caseConvert from '../../src/goods/tools/text/shape/case-convert.ts'
import lines from '../../src/goods/tools/text/shape/lines.ts'
import stringEscape from '../../src/goods/tools/text/shape/string-escape.ts'
import templateRender from '../../src/goods/tools/text/shape/template-render.ts'
import truncate from '../../src/goods/tools/text/shape/truncate.ts'
import wordWrap from '../../src/goods/tools/text/shape/word-wrap.ts'
import { answer, comparison, has, plain, python, write } from './_compare.ts'

const SEED = 14
const samples = <T>(arbitrary: fc.Arbitrary<T>, count: number): readonly T[] =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count }).map((one) => plain(one) as T)

const letters = (alphabet: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from(alphabet)), maxLength })
const WORDS = 'a an the cat dog Paris x2 it never river-side sat ran banana 42 no'.split(' ')
const word = fc.constantFrom(...WORDS)
const prose = fc.array(word, { maxLength: 60 }).map((words) => words.join(' '))
const anyText = fc.oneof(
  letters('ab"\'\\ \n\t,;&<>$`#é漢😀-_.*', 24),
  fc.string({ unit: 'grapheme', maxLength: 16 }),
  prose,
)
/** No NUL, which neither shells nor SQL can write. */
const shellText = anyText.map((text) => text.replaceAll('\0', ''))

const rounded = (value: unknown): number => Math.round(Number(value) * 1e9) / 1e9
const all = (spec: ToolSpec, inputs: readonly object[]) =>
  Promise.all(inputs.map((input) => answer(spec, input)))
const field = async (spec: ToolSpec, inputs: readonly object[], name: string) =>
  (await all(spec, inputs)).map((given) => given[name])

async function compareDistances(): Promise<void> {
  const { same, close } = comparison('string-distance with Levenshtein, jellyfish and textdistance')
  const pair = fc.tuple(letters('abcdé😀', 14), letters('abcdé😀', 14))
  const pairs = samples(pair, 150)
  const theirs = python(
    `import Levenshtein, jellyfish, textdistance as t
def winkler(a,b):
  j=jellyfish.jaro_similarity(a,b) if a or b else 1
  n=0
  while n<4 and n<min(len(a),len(b)) and a[n]==b[n]: n+=1
  return j+n*.1*(1-j)
osa=t.DamerauLevenshtein(external=False)
def one(a,b):
  n=min(len(a),len(b))
  return [Levenshtein.distance(a,b), osa(a,b), winkler(a,b), max(len(a),len(b))-len(t.lcsseq(a,b)),
    t.Sorensen(qval=2,external=False)(a,b) if n>1 else None, t.Jaccard(qval=2,external=False)(a,b) if n>1 else None,
    Levenshtein.hamming(a[:n],b[:n])]
print(json.dumps([one(a,b) for a,b in data]))`,
    pairs,
  ) as readonly (readonly (number | null)[])[]
  const metrics = ['levenshtein', 'damerau', 'jaro-winkler', 'lcs', 'dice', 'jaccard', 'hamming']
  for (const [at, [a, b]] of pairs.entries())
    for (const [which, metric] of metrics.entries()) {
      const expected = theirs[at]?.[which]
      if (expected === null || expected === undefined) continue
      const shortest = Math.min(Array.from(a).length, Array.from(b).length)
      const cut = (text: string) => Array.from(text).slice(0, shortest).join('')
      const input = metric === 'hamming' ? { a: cut(a), b: cut(b), metric } : { a, b, metric }
      const given = await answer(stringDistance, input)
      const isLikeness = ['jaro-winkler', 'dice', 'jaccard'].includes(metric)
      same(input, rounded(given[isLikeness ? 'similarity' : 'distance']), rounded(expected))
    }
  close()
}

/** Each format: what its own reader makes of ours, and what we make of its own writer's. */
const READERS: readonly (readonly [format: string, read: string, written: string])[] = [
  ['json', `json.loads('"'+t+'"')`, 'json.dumps(x)[1:-1]'],
  ['python', `ast.literal_eval('"'+t+'"')`, `repr(x+"'"+'"')[1:-1]`],
  ['shell', 'shlex.split(t)[0]', 'shlex.quote(x)'],
  ['html', 'html.unescape(t)', 'html.escape(x)'],
  [
    'sql',
    `db.execute("select '"+t+"'").fetchone()[0]`,
    `db.execute("select quote(?)",(x,)).fetchone()[0][1:-1]`,
  ],
  ['csv', `next(csv.reader(io.StringIO(t+',x',newline='')))[0]`, 'row(x)'],
  [
    'regex',
    'x if re.fullmatch(t,x) else None',
    're.escape("".join(c for c in x if c.isascii() and c.isalnum() or c in ".*-"))',
  ],
]

async function compareEscapes(): Promise<void> {
  const { same, close } = comparison('string-escape with what Python reads and writes')
  const texts = samples(shellText, 120)
  for (const [format, read, written] of READERS) {
    const ours = await field(
      stringEscape,
      texts.map((text) => ({ text, format })),
      'text',
    )
    const [back, their] = python(
      `import ast,csv,html,io,re,shlex,sqlite3
db=sqlite3.connect(':memory:')
def row(x):
  o=io.StringIO(); csv.writer(o).writerow([x,'x']); return o.getvalue()[:-4]
print(json.dumps([[${read} for x,t in data],[${written} for x,t in data]]))`,
      texts.map((text, at) => [text, ours[at]]),
    ) as readonly (readonly string[])[]
    const meant = (text: string): string =>
      format === 'python'
        ? `${text}'"`
        : format === 'regex'
          ? Array.from(text)
              .filter((one) => /[A-Za-z0-9.*-]/.test(one))
              .join('')
          : text
    for (const [at, text] of texts.entries()) {
      same({ format, text, ours: ours[at] }, back?.[at], text)
      const unescaped = await answer(stringEscape, { text: their?.[at], format, mode: 'unescape' })
      same({ format, their: their?.[at] }, unescaped['text'], meant(text))
    }
  }
  close()
}

async function compareShapes(): Promise<void> {
  const { same, close } = comparison('word-wrap, lines, truncate and case-convert with Python')
  const wraps = samples(fc.record({ text: prose, width: fc.integer({ min: 12, max: 60 }) }), 150)
  const wrapped = python(
    `import textwrap
print(json.dumps(['\\n'.join(textwrap.wrap(d['text'],d['width'],break_on_hyphens=False)) for d in data]))`,
    wraps,
  ) as readonly string[]
  const ourWraps = await field(wordWrap, wraps, 'text')
  for (const [at, input] of wraps.entries()) same(input, ourWraps[at], wrapped[at])

  const lists = samples(fc.array(letters('abAé 1', 4), { minLength: 1, maxLength: 12 }), 100)
  const sorted = python(
    `def u(l): return list(dict.fromkeys(l))
print(json.dumps([['\\n'.join(r) for r in (sorted(l),sorted(l,reverse=True),sorted(u(l),key=len),u([x.strip() for x in l if x.strip()]))] for l in data]))`,
    lists.map((list) => [...list, 'z']),
  ) as readonly (readonly string[])[]
  const ways = [
    { sort: 'asc' },
    { sort: 'desc' },
    { sort: 'length', unique: true },
    { unique: true, trim: true, dropEmpty: true },
  ]
  for (const [at, list] of lists.entries())
    for (const [which, way] of ways.entries()) {
      const input = { text: [...list, 'z'].join('\n'), ...way }
      same(input, (await answer(lines, input))['text'], sorted[at]?.[which])
    }

  const cuts = samples(fc.record({ text: anyText, limit: fc.integer({ min: 0, max: 30 }) }), 100)
  const kept = python(
    `print(json.dumps([d['text'].encode()[:d['limit']].decode('utf8','ignore') for d in data]))`,
    cuts,
  ) as readonly string[]
  for (const [at, input] of cuts.entries()) {
    const given = await answer(truncate, { ...input, unit: 'bytes', suffix: '' })
    same(input, given['text'], kept[at])
  }

  const plainWord = letters('abcxyz', 6).map((text) => `qu${text}`)
  const phrases = samples(fc.array(plainWord, { minLength: 1, maxLength: 5 }), 60)
  const cased = python(
    `p=lambda w:''.join(x.capitalize() for x in w)
print(json.dumps([['_'.join(w),'-'.join(w),'_'.join(w).upper(),p(w),w[0]+p(w[1:]),'.'.join(w),'/'.join(w)] for w in data]))`,
    phrases,
  ) as readonly (readonly string[])[]
  const cases = ['snake', 'kebab', 'constant', 'pascal', 'camel', 'dot', 'path']
  for (const [at] of phrases.entries())
    for (const [which, to] of cases.entries())
      for (const text of [cased[at]?.[0], cased[at]?.[3], cased[at]?.[4]])
        same({ text, to }, (await answer(caseConvert, { text, to }))['text'], cased[at]?.[which])
  close()
}

const PATTERNS = [
  'a+',
  '(a|b)(\\w)?',
  '\\d+',
  '[^ ]+ ',
  '(?P<one>[a-z])(?P<two>[a-z])',
  'a.*?t',
  '\\bn',
]

async function compareCounts(): Promise<void> {
  const { same, close } = comparison('counts, regex, entropy and similarity with Python')
  const texts = samples(fc.tuple(prose, prose), 100)
  const found = python(
    `import re, math
from collections import Counter
P=${JSON.stringify(PATTERNS)}
def terms(t): return re.findall(r"[^\\W_]+(?:['-][^\\W_]+)*", t.lower())
def runs(w): return set(' '.join(w[i:i+3]) for i in range(max(1,len(w)-2))) if w else set()
def entropy(t):
  c=Counter(t); n=len(t)
  return -sum(v/n*math.log2(v/n) for v in c.values()) if n else 0
def cosine(a,b):
  a,b=Counter(a),Counter(b)
  if not a and not b: return 1
  d=sum(v*b[k] for k,v in a.items()); s=lambda c:sum(v*v for v in c.values())
  return d/math.sqrt(s(a)*s(b)) if d else 0
def jaccard(a,b): return len(a&b)/len(a|b) if a|b else 1
def pairs(w): return Counter(' '.join(p) for p in zip(w,w[1:])).most_common(9)
def one(a,b): return dict(
  literal=[a.count(f) for f in ('a','an','the ','na')],
  regex=[[[m.group(0),m.start(),[*m.groups()]] for m in re.finditer(p,a,re.A)] for p in P],
  swapped=re.sub(r'(\\w+) (\\w+)',r'\\2-\\1',a,flags=re.A),
  entropy=entropy(a), bytes=len(a.encode()), bare=len(''.join(a.split())),
  pairs=pairs(terms(a)), cosine=cosine(terms(a),terms(b)), jaccard=jaccard(runs(terms(a)),runs(terms(b))))
print(json.dumps([one(a,b) for a,b in data]))`,
    texts,
  ) as readonly Record<string, unknown>[]
  for (const [at, [text, b]] of texts.entries()) {
    const theirs = found[at] ?? {}
    const literal = await field(
      count,
      ['a', 'an', 'the ', 'na'].map((find) => ({ text, find })),
      'count',
    )
    same({ text }, literal, theirs['literal'])
    const matches = await field(
      regex,
      PATTERNS.map((pattern) => ({ text, pattern })),
      'matches',
    )
    const flat = (matches as readonly (readonly Record<string, unknown>[])[]).map((list) =>
      list.map(({ match, index, groups }) => [match, index, groups]),
    )
    for (const [which, pattern] of PATTERNS.entries())
      same({ text, pattern }, flat[which], (theirs['regex'] as unknown[])[which])
    const swap = { text, pattern: '(\\w+) (\\w+)', replace: '$2-$1' }
    same(swap, (await answer(regex, swap))['replaced'], theirs['swapped'])
    const entropy = await answer(textEntropy, { text })
    same({ text }, rounded(entropy['bitsPerChar']), rounded(theirs['entropy']))
    const stats = await answer(textStats, { text })
    same({ text }, [stats['bytes'], stats['charsNoSpaces']], [theirs['bytes'], theirs['bare']])
    const grams = (await answer(wordFrequency, { text, n: 2, limit: 9, stopwords: false }))['grams']
    same(
      { text },
      (grams as readonly Record<string, unknown>[]).map(({ gram, count }) => [gram, count]),
      theirs['pairs'],
    )
    const { cosine, jaccard } = await answer(textSimilarity, { a: text, b })
    const likeness = [theirs['cosine'], theirs['jaccard']].map(rounded)
    same({ a: text, b }, [cosine, jaccard].map(rounded), likeness)
  }
  close()
}

async function comparePatches(): Promise<void> {
  const { same, close } = comparison('text-diff and patch-apply with patch and difflib')
  const line = fc.constantFrom('a', 'b', 'c', '', ' d', '-e', '+f', '@@ -1 +1 @@')
  const file = fc.array(line, { minLength: 1, maxLength: 30 }).map((all) => `${all.join('\n')}\n`)
  const pairs = samples(fc.tuple(file, file), 120).filter(([a, b]) => a !== b)
  const patches = await field(
    textDiff,
    pairs.map(([a, b], at) => ({ a, b, context: at % 4 })),
    'patch',
  )
  const theirs = python(
    `import difflib,os,subprocess,tempfile
d=tempfile.mkdtemp()
def patched(a,p):
  f=os.path.join(d,'f'); open(f,'w').write(a)
  r=subprocess.run(['patch','-s','-o','-',f],input='--- f\\n+++ f\\n'+p,capture_output=True,text=True)
  return r.stdout if r.returncode==0 else 'refused: '+r.stdout+r.stderr
def unified(a,b,n): return ''.join(difflib.unified_diff(a.splitlines(True),b.splitlines(True),'f','f',n=n))
print(json.dumps([[patched(a,p),unified(a,b,i%4)] for i,(a,b,p) in enumerate(data)]))`,
    pairs.map(([a, b], at) => [a, b, patches[at]]),
  ) as readonly (readonly string[])[]
  for (const [at, [a, b]] of pairs.entries()) {
    same({ a, b, patch: patches[at] }, theirs[at]?.[0], b)
    const patch = theirs[at]?.[1]
    same({ a, b, patch }, (await answer(patchApply, { text: a, patch }))['text'], b)
  }
  close()
}

async function compareTemplates(): Promise<void> {
  const { same, close } = comparison('template-render with pystache')
  // A line of two tags that write nothing goes in the library, and stays as an empty line in
  // pystache; so the tags that could meet on a line have a letter before them.
  const part = fc.constantFrom(
    'x ',
    '{{a}}',
    '{{{b}}}',
    '{{&b}}',
    '{{#l}}[{{n}}{{a}}]{{/l}}',
    'i{{^e}}none{{/e}}',
    '\n',
    'o{{#o}}{{n}}{{/o}}',
    'c{{! no }}',
    '{{o.n}}',
    '  {{#t}}\n{{a}}\n{{/t}}\n',
    'e{{#e}}no{{/e}}',
  )
  const cases = samples(fc.array(part, { maxLength: 12 }), 150).map((parts) => parts.join(''))
  const data = {
    a: 'A&<b>',
    b: '<i>',
    l: [{ n: 1 }, { n: 2, a: 'inner' }],
    e: [],
    o: { n: 'deep' },
    t: true,
  }
  const theirs = python(
    `import pystache
r=pystache.Renderer()
print(json.dumps([r.render(t,data[1]) for t in data[0]]))`,
    [cases, data],
  ) as readonly string[]
  const ours = await field(
    templateRender,
    cases.map((template) => ({ template, data })),
    'text',
  )
  for (const [at, template] of cases.entries()) same({ template }, ours[at], theirs[at])
  close()
}

const needed = 'Levenshtein, jellyfish, textdistance, pystache'
await compareEscapes()
await compareShapes()
await compareCounts()
if (has('patch')) await comparePatches()
else write('patch is not installed')
if (has('python3', '-c', `import ${needed}`)) {
  await compareDistances()
  await compareTemplates()
} else write(`python3 with ${needed} is not installed`)

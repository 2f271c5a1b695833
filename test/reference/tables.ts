import fc from 'fast-check'
import csvProfile from '../../src/goods/tools/conversion/tables/csv-profile.ts'
import csvToJson from '../../src/goods/tools/conversion/tables/csv-to-json.ts'
import jsonToCsv from '../../src/goods/tools/conversion/tables/json-to-csv.ts'
import jsonToXlsx from '../../src/goods/tools/conversion/tables/json-to-xlsx.ts'
import tableAggregate from '../../src/goods/tools/conversion/tables/table-aggregate.ts'
import tableJoin from '../../src/goods/tools/conversion/tables/table-join.ts'
import tablePivot from '../../src/goods/tools/conversion/tables/table-pivot.ts'
import xlsxToJson from '../../src/goods/tools/conversion/tables/xlsx-to-json.ts'
import { answer, comparison, has, python, write } from './_compare.ts'

const SEED = 14
const samples = <T>(arbitrary: fc.Arbitrary<T>, count: number): readonly T[] =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count })

const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', ',', ';', '"', '\n', ' ', 'é', '1'), maxLength: 6 }),
  fc.integer({ min: -99, max: 99 }).map(String),
)
const grid = fc
  .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 5 }))
  .chain(([width, height]) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
      minLength: height,
      maxLength: height,
    }),
  )

async function compareCsv(): Promise<void> {
  const { same, close } = comparison('csv-to-json and json-to-csv with Python csv')
  const grids = samples(grid, 300)
  const written = python(
    `import csv,io
out=[]
for g in data:
    for d in [',',';','\\t']:
        s=io.StringIO(); csv.writer(s,delimiter=d).writerows(g); out.append([g,d,s.getvalue()])
print(json.dumps(out))`,
    grids,
  ) as readonly (readonly [string[][], string, string])[]
  for (const [rows, delimiter, csv] of written) {
    const read = await answer(csvToJson, { csv, delimiter, header: false, typed: false })
    same({ csv, delimiter }, read['data'], rows)
  }
  const texts = await Promise.all(
    grids.map(async (rows) => {
      const data = rows.map((cells) => Object.fromEntries(cells.map((one, at) => [`c${at}`, one])))
      return (await answer(jsonToCsv, { data, formulaSafe: false }))['csv']
    }),
  )
  const read = python(
    `import csv,io
print(json.dumps([list(csv.reader(io.StringIO(t,newline='')))[1:] for t in data]))`,
    texts,
  ) as readonly unknown[]
  for (const [at, rows] of grids.entries()) same(texts[at], read[at], rows)
  close()
}

const row = fc.record({
  k: fc.constantFrom('a', 'b', 'c'),
  j: fc.integer({ min: 1, max: 3 }),
  v: fc.oneof(fc.integer({ min: -50, max: 50 }), fc.constant(null)),
})
const table = fc.array(row, { minLength: 1, maxLength: 12 })

const METRICS = ['sum', 'mean', 'min', 'max', 'count', 'median', 'distinct'].map((op) => ({
  field: 'v',
  op,
}))

async function compareGroups(): Promise<void> {
  const { same, close } = comparison('table-aggregate, -pivot and -join with pandas')
  const tables = samples(table, 150)
  const theirs = python(
    `import pandas as pd, math
def n(x):
    if x is None or (isinstance(x,float) and math.isnan(x)): return None
    return round(float(x),9)
out=[]
for t in data:
    df=pd.DataFrame(t); df['v']=pd.to_numeric(df['v'])
    g=df.groupby(['k','j'],sort=False)['v']
    a=[[k[0],k[1],n(s.sum(min_count=1)),n(s.mean()),n(s.min()),n(s.max()),n(s.count()),n(s.median()),n(s.nunique())] for k,s in g]
    p=df.pivot_table(index='k',columns='j',values='v',aggfunc=lambda s:s.sum(min_count=1),sort=False,dropna=False)
    a=[[r[0],int(r[1])]+r[2:] for r in a]
    out.append([a,{k:{str(c):n(p.loc[k,c]) for c in p.columns} for k in p.index}])
print(json.dumps(out))`,
    tables,
  ) as readonly [unknown, Record<string, Record<string, number | null>>][]
  for (const [at, data] of tables.entries()) {
    const [groups, cross] = theirs[at] ?? [[], {}]
    const { rows } = await answer(tableAggregate, { data, by: ['k', 'j'], metrics: METRICS })
    same(
      data,
      (rows as object[]).map((one) => Object.values(one).map(rounded)),
      groups,
    )
    const pivot = await answer(tablePivot, { data, rows: 'k', columns: 'j', value: 'v' })
    for (const { k, ...cells } of pivot['rows'] as { k: string; [name: string]: unknown }[])
      for (const [name, value] of Object.entries(cells))
        same({ data, k, name }, value, cross[k]?.[name] ?? null)
  }
  await compareJoins(same)
  close()
}

async function compareJoins(same: (of: unknown, a: unknown, b: unknown) => void): Promise<void> {
  const cases = samples(fc.tuple(table, table), 80).flatMap(([left, right]) =>
    ['inner', 'left', 'right', 'full'].map((how) => ({ left, right, how })),
  )
  const theirs = python(
    `import pandas as pd, math
def n(x): return None if x is None or (isinstance(x,float) and math.isnan(x)) else x if isinstance(x,str) else int(x)
out=[]
for c in data:
    l=pd.DataFrame(c['left']).astype(object); r=pd.DataFrame(c['right']).astype(object)
    m=l.merge(r,on=['k','j'],how='outer' if c['how']=='full' else c['how'],suffixes=('','_right'))
    out.append(sorted(json.dumps([n(x) for x in [d['k'],d['j'],d['v'],d['v_right']]]) for d in m.to_dict('records')))
print(json.dumps(out))`,
    cases,
  ) as readonly unknown[]
  for (const [at, { left, right, how }] of cases.entries()) {
    const { rows } = await answer(tableJoin, { left, right, on: ['k', 'j'], how })
    const ours = (rows as { k: string; j: number; v: unknown; v_right: unknown }[])
      .map((one) => JSON.stringify([one.k, one.j, one.v, one.v_right]).replaceAll(',', ', '))
      .toSorted()
    same(cases[at], ours, theirs[at])
  }
}

const rounded = (value: unknown): unknown =>
  typeof value === 'number' ? Math.round(value * 1e9) / 1e9 : value

async function compareProfile(): Promise<void> {
  const { same, close } = comparison('csv-profile with pandas')
  const csvs = samples(table, 80).map(
    (rows) => `k,j,v\n${rows.map(({ k, j, v }) => `${k},${j},${v ?? ''}`).join('\n')}\n`,
  )
  const theirs = python(
    `import pandas as pd, io, math
out=[]
for t in data:
    df=pd.read_csv(io.StringIO(t))
    n=lambda x: None if math.isnan(x) else round(float(x),9)
    out.append([len(df),int(df.duplicated().sum()),[int(df[c].isna().sum()) for c in df],[int(df[c].nunique()) for c in df],n(df.v.mean()),n(df.j.max())])
print(json.dumps(out))`,
    csvs,
  ) as readonly unknown[]
  for (const [at, csv] of csvs.entries()) {
    const told = await answer(csvProfile, { csv })
    const columns = told['columns'] as Record<string, unknown>[]
    const pick = (name: string) => columns.map((one) => one[name])
    const ours = [told['rowCount'], told['duplicates'], pick('nulls'), pick('distinct')]
    same(csv, [...ours, rounded(columns[2]?.['mean']), columns[1]?.['max']], theirs[at])
  }
  close()
}

const value = fc.oneof(
  fc.integer({ min: -1e9, max: 1e9 }),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
  fc.boolean(),
  fc.constant(null),
  fc.string({ unit: fc.constantFrom('a', '<', '&', ' ', 'é', '=', '漢', '\n'), minLength: 1 }),
)

async function compareWorkbooks(): Promise<void> {
  const { same, close } = comparison('json-to-xlsx and xlsx-to-json with openpyxl')
  const tables = samples(fc.array(fc.record({ a: value, b: value }), { minLength: 1 }), 60)
  const files = await Promise.all(
    tables.map(async (data) => (await answer(jsonToXlsx, { data }))['base64']),
  )
  const read = python(
    `import base64,io,openpyxl
out=[]
for f in data:
    ws=openpyxl.load_workbook(io.BytesIO(base64.b64decode(f))).active
    out.append([[c.value for c in r] for r in ws.iter_rows(min_row=2,max_col=2)])
print(json.dumps(out))`,
    files,
  ) as readonly unknown[]
  const cells = tables.map((rows) => rows.map(({ a, b }) => [a, b]))
  for (const [at] of tables.entries()) same(cells[at], trimmed(read[at]), trimmed(cells[at]))
  const written = python(
    `import base64,io,openpyxl,datetime
out=[]
for i,t in enumerate(data):
    wb=openpyxl.Workbook(); ws=wb.active; ws.title='S'
    for r in t: ws.append(["'"+c if isinstance(c,str) and c.startswith('=') else c for c in r])
    ws.append([datetime.date(2026,1,1+i%28), datetime.datetime(2026,3,29,2,30,i%60)])
    ws2=wb.create_sheet('Hidden'); ws2.sheet_state='hidden'; ws2.append(['x'])
    b=io.BytesIO(); wb.save(b); out.append(base64.b64encode(b.getvalue()).decode())
print(json.dumps(out))`,
    cells,
  ) as readonly string[]
  for (const [at, file] of written.entries()) {
    const told = await answer(xlsxToJson, { file, header: false })
    const dates = [
      `2026-01-${String(1 + (at % 28)).padStart(2, '0')}`,
      `2026-03-29T02:30:${String(at % 60).padStart(2, '0')}`,
    ]
    const sent = (cells[at] ?? []).map((row) => row.map(asQuoted))
    same(
      cells[at],
      [told['sheets'], trimmed(told['data'])],
      [['S', 'Hidden'], trimmed([...sent, dates])],
    )
  }
  close()
}

const asQuoted = (one: unknown): unknown =>
  typeof one === 'string' && one.startsWith('=') ? `'${one}` : one

/**
 * Rows of empty cells at the end are none to either, white space alone is empty to one, and one
 * writes 16 digits.
 */
function trimmed(rows: unknown): unknown {
  const all = (rows as unknown[][]).map((cells) =>
    cells.map((one) => {
      if (typeof one === 'number') return Number(one.toPrecision(14))
      return typeof one === 'string' ? one.trim() || null : one
    }),
  )
  return all.slice(0, all.findLastIndex((cells) => cells.some((one) => one !== null)) + 1)
}

if (has('python3', '-c', 'import pandas, openpyxl')) {
  await compareCsv()
  await compareGroups()
  await compareProfile()
  await compareWorkbooks()
} else write('python3 with pandas and openpyxl is not installed')

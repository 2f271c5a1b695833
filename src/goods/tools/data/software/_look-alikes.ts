import { editDistance } from '../../../../engines/language/string-distances.ts'

/** Names that look-alikes imitate, by ecosystem: the best known of each. */

const names = (text: string): readonly string[] => text.trim().split(/\s+/)

const POPULAR: Readonly<Record<string, readonly string[]>> = {
  npm: names(`
    react react-dom preact vue angular svelte next nuxt gatsby remix astro solid-js lit jquery lodash underscore
    ramda rxjs redux react-redux zustand mobx axios node-fetch got request superagent undici cross-fetch
    express koa fastify hapi hono connect body-parser cookie-parser cors helmet morgan multer passport
    jsonwebtoken jose bcrypt bcryptjs crypto-js uuid nanoid ulid chalk colors kleur picocolors ora inquirer
    prompts commander yargs minimist meow dotenv cross-env cross-spawn execa shelljs rimraf mkdirp glob
    globby minimatch chokidar fs-extra graceful-fs debug winston pino bunyan moment dayjs date-fns luxon
    async bluebird mongoose mongodb mysql mysql2 pg redis ioredis sequelize typeorm knex prisma sqlite3
    better-sqlite3 drizzle-orm webpack webpack-cli vite rollup esbuild parcel swc babel-core babel-cli
    babel-loader typescript ts-node tsx tslib eslint prettier stylelint husky lint-staged jest mocha chai
    sinon vitest cypress playwright puppeteer jsdom cheerio nodemon pm2 concurrently serve http-server
    socket.io ws engine.io graphql apollo-server apollo-client zod yup joi ajv validator semver tailwindcss
    postcss autoprefixer sass less styled-components emotion bootstrap material-ui antd d3 three chart.js
    leaflet web3 ethers viem wagmi electron discord.js telegraf openai langchain nodemailer sharp jimp
    canvas multiformats marked handlebars ejs pug mustache core-js regenerator-runtime classnames clsx
    immer immutable qs query-string form-data mime mime-types iconv-lite bn.js elliptic ms eventemitter3
    through2 readable-stream string-width strip-ansi ansi-styles supports-color source-map acorn esprima`),
  pypi: names(`
    requests urllib3 httpx aiohttp boto3 botocore numpy pandas scipy matplotlib seaborn plotly scikit-learn
    tensorflow torch torchvision keras transformers datasets tokenizers huggingface-hub openai anthropic
    langchain tiktoken flask django fastapi starlette uvicorn gunicorn tornado celery redis pymongo
    psycopg2 psycopg2-binary mysqlclient pymysql sqlalchemy alembic pydantic attrs marshmallow click typer
    rich tqdm colorama termcolor jinja2 markupsafe werkzeug itsdangerous pyyaml toml tomli python-dotenv
    python-dateutil pytz tzdata six setuptools wheel pip virtualenv poetry pipenv tox pytest pytest-cov
    coverage mock hypothesis black flake8 pylint mypy isort ruff bandit cryptography pycryptodome pyjwt
    paramiko fabric bcrypt passlib certifi idna chardet charset-normalizer beautifulsoup4 lxml html5lib
    selenium playwright scrapy pillow opencv-python imageio moviepy pygame networkx sympy nltk spacy gensim
    web3 eth-account protobuf grpcio google-cloud-storage google-api-python-client azure-core awscli
    s3transfer jmespath docker kubernetes ansible psutil packaging typing-extensions importlib-metadata
    zipp filelock platformdirs cffi pycparser greenlet gevent jsonschema simplejson ujson orjson msgpack
    openpyxl xlrd xlsxwriter pyarrow polars dask numba jupyter notebook ipython ipykernel streamlit gradio
    discord.py python-telegram-bot tweepy stripe twilio sentry-sdk loguru structlog`),
  crates: names(`
    serde serde_json serde_derive serde_yaml tokio futures async-std rand rand_core libc log env_logger
    tracing anyhow thiserror clap structopt regex lazy_static once_cell reqwest hyper axum actix-web rocket
    warp tower url http bytes bitflags chrono time uuid itertools rayon crossbeam parking_lot dashmap
    indexmap hashbrown syn quote proc-macro2 cfg-if num num-traits base64 hex sha2 md5 ring rustls openssl
    native-tls diesel sqlx rusqlite redis mongodb toml tempfile walkdir glob memchr nom pest semver cc
    bindgen wasm-bindgen web-sys js-sys ethers alloy solana-sdk winapi windows rustdecimal rust_decimal`),
  rubygems: names(`
    rails rake rack bundler activesupport activerecord actionpack sinatra puma unicorn sidekiq devise
    nokogiri json rspec minitest rubocop pry capybara faraday httparty rest-client aws-sdk redis pg mysql2
    sqlite3 jwt bcrypt i18n tzinfo thor zeitwerk rack-cors dotenv haml slim sass simplecov webmock vcr
    cocoapods fastlane jekyll colorize mime-types concurrent-ruby ffi msgpack`),
  nuget: names(`
    Newtonsoft.Json Serilog NLog log4net AutoMapper Dapper EntityFramework Microsoft.EntityFrameworkCore
    Moq xunit NUnit FluentAssertions FluentValidation MediatR Polly RestSharp Swashbuckle.AspNetCore
    StackExchange.Redis MongoDB.Driver Npgsql MySql.Data Hangfire Quartz CsvHelper HtmlAgilityPack
    System.Text.Json Microsoft.Extensions.Logging Microsoft.Extensions.DependencyInjection Castle.Core
    Azure.Core Azure.Identity AWSSDK.Core AWSSDK.S3 Google.Protobuf Grpc.Net.Client SharpZipLib ClosedXML
    EPPlus Nethereum.Web3 BouncyCastle.Cryptography`),
}

/** In shorter names, one letter more or less makes a different name. */
const LETTERS_MIN = 4
const LENGTH_MAX = 60

/** A name without the characters in which spellings differ. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_.]/g, '')

/** Additions that make a name look like a build or a port of another package. */
const ADDED =
  /^(?:node|js|python|py|rust|ruby|go|the)[-_.]|[-_.](?:js|node|py|python|rs|rb|cli|lib|core|official|dev)$/

/** The well-known package that a name may be mistaken for; null if there is none. */
export function lookAlikeOf(ecosystem: string, name: string): string | null {
  const known = POPULAR[ecosystem] ?? []
  const lower = name.toLowerCase()
  if (name.length > LENGTH_MAX || known.some((one) => one.toLowerCase() === lower)) return null
  // A scope that the owner does not own says nothing about the package.
  const bare = lower.replace(/^@[^/]+\//, '')
  if (bare !== lower) return null
  return known.find((one) => isMistaken(bare, one.toLowerCase())) ?? null
}

function isMistaken(name: string, known: string): boolean {
  const [own, theirs] = [plain(name), plain(known)]
  if (own === theirs) return true
  if (plain(name.replace(ADDED, '')) === theirs) return true
  if (theirs.length < LETTERS_MIN || Math.abs(own.length - theirs.length) > 1) return false
  return editDistance(Array.from(own), Array.from(theirs), true) <= 1
}

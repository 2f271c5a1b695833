"""The OpenAI package: a credits key stands where the key of an account would. pip install openai"""
from openai import OpenAI

from settings import credits_key, url

client = OpenAI(base_url=f"{url}/v1", api_key=credits_key())

answer = client.chat.completions.create(
    model="auto",
    messages=[{"role": "user", "content": "Say hello to somebody who pays by the call."}],
)
said = answer.choices[0].message.content

assert said
print(said)

import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree } from './drawTree.js';

const file = `# syntax=docker/dockerfile:1
ARG NODE_VERSION=20

# Builds it.
FROM node:\${NODE_VERSION}-alpine AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci \\
    && npm cache clean --force

COPY . .
RUN --mount=type=cache,target=/root/.npm npm run build

# Runs it.
FROM node:20-alpine
ENV NODE_ENV=production PORT=8080
COPY --from=build --chown=node:node /app/dist ./dist
USER node
EXPOSE 8080/tcp
HEALTHCHECK --interval=30s CMD wget -q localhost:8080 || exit 1
ENTRYPOINT ["node"]
CMD ["dist/main.js"]
`;

describe('Dockerfile', () => {
  it('is a list of stages', async () => {
    expect(await drawTree('Dockerfile', file)).toBe(
      `document [1-22]
  statements [1-2]
  module build [4-12]
    statements [6-9]
    statements [11-12]
  module node:20-alpine [14-22]
    statements [16-22]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('Dockerfile', file, 'build')).toEqual({
      signature: `FROM node:\${NODE_VERSION}-alpine AS build`,
      docstring: 'Builds it.',
    });
    expect(await definitionFacts('Dockerfile', file, 'node:20-alpine')).toEqual({
      signature: 'FROM node:20-alpine',
      docstring: 'Runs it.',
    });
  });

  it('finds the stages around an error', async () => {
    const broken = `FROM alpine AS before
RUN echo one

EXPOSE

FROM alpine AS after
RUN echo two
`;
    expect(await drawTree('Dockerfile', broken)).toBe(
      `document [1-7]
  module before [1-4]
    statements [2-2]
    statements [4-4]
  module after [6-7]
    statements [7-7]`,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const text = `# Weather by station.
library(dplyr)
require("stats")
source("stations.R")

MISSING <- -999

#' The mean of each month
#'
#' @param readings a data frame of readings
#' @export
monthly_mean <- function(readings, na.rm = TRUE, ...) {
  # stations write -999 when they are asleep
  awake <- function(x) x[x != MISSING]
  readings |>
    group_by(month) |>
    summarise(mean = mean(awake(value), na.rm = na.rm))
}

\`%or%\` <- function(a, b) if (is.null(a)) b else a

setClass("Station",
  representation(name = "character", height = "numeric")
)

setMethod("show", "Station", function(object) {
  cat(object@name, "at", object@height, "m\\n")
})

Log <- R6::R6Class("Log",
  public = list(
    lines = NULL,
    add = function(line) {
      self$lines <- c(self$lines, line)
    }
  )
)

print.readings <- function(x, ...) {
  invisible(x)
}

result <- monthly_mean(read.csv("readings.csv"))
`;

describe('R', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('weather.R', text)).toBe(
      `document [1-43]
  imports [1-4]
  statements [6-6]
  function monthly_mean [8-18]
  function %or% [20-20]
  class Station [22-24]
    statements [23-23]
  function show [26-28]
  class Log [30-37]
    statements [31-36]
  function print.readings [39-41]
  statements [43-43]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('weather.R', text, 'monthly_mean')).toEqual({
      signature: 'monthly_mean <- function(readings, na.rm = TRUE, ...)',
      docstring: "' The mean of each month\n'\n' @param readings a data frame of readings\n' @export",
    });
    expect(await definitionFacts('weather.R', text, 'show')).toEqual({
      signature: 'setMethod("show", "Station", function(object)',
      docstring: undefined,
    });
  });

  it('has imports', async () => {
    expect((await treeOf('weather.R', text)).meta?.imports).toEqual([
      'library(dplyr)',
      'require("stats")',
      'source("stations.R")',
    ]);
  });

  it('finds the definitions around an error', async () => {
    const broken = `first <- function(x) {
  x + 1
}

second <- function(x) {
  y <- x + * 2
  y
}

third <- function(x) {
  x + 3
}
`;
    expect(await drawTree('weather.R', broken)).toBe(
      `document [1-12]
  function first [1-3]
  function second [5-8]
  function third [10-12]`,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const text = `;; Tickets and who works on them.
(ns desk.tickets
  "Tickets of a help desk."
  (:require [clojure.string :as str]
            [desk.store :refer [save!]]))

(def ^:private limit 10)
(defonce open-tickets (atom {}))

(defn assign
  "Gives a ticket to somebody who has room for it."
  [ticket {:keys [name load]}]
  (if (< load limit)
    (save! (assoc ticket :owner name))
    ticket))

;; without words a ticket is urgent
(defn- urgent?
  ([ticket] (urgent? ticket #{"now" "down"}))
  ([ticket words]
   (some words (str/split (:text ticket "now") #" "))))

(defmacro with-ticket [id & body]
  \`(when-let [ticket# (get @open-tickets ~id)]
     ~@body))

(defprotocol Billed
  "What is paid for."
  (price [this] "In cents.")
  (invoice [this customer]))

(defrecord Hour [worker rate]
  Billed
  (price [_] (* 100 rate))
  (invoice [this customer]
    {:to customer :cents (price this)}))

(defmulti close :kind)

(defmethod close :spam [ticket]
  (swap! open-tickets dissoc (:id ticket)))

(extend-type String
  Billed
  (price [_] 0))

(comment
  (assign {:id 1} {:name "ann" :load 2}))
`;

describe('Clojure', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('tickets.clj', text)).toBe(
      `document [1-48]
  imports [1-5]
  statements [7-8]
  function assign [10-15]
  function urgent? [17-21]
  function with-ticket [23-25]
  class Billed [27-30]
    method price [29-29]
    method invoice [30-30]
  class Hour [32-36]
    statements [33-33]
    method price [34-34]
    method invoice [35-36]
  function close [38-38]
  function close :spam [40-41]
  class String [43-45]
    statements [44-44]
    method price [45-45]
  statements [47-48]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('tickets.clj', text, 'urgent?')).toEqual({
      signature: '(defn- urgent?',
      docstring: 'without words a ticket is urgent',
    });
    expect((await definitionFacts('tickets.clj', text, 'assign')).docstring).toBe(
      'Gives a ticket to somebody who has room for it.',
    );
    expect((await definitionFacts('tickets.clj', text, 'Billed')).docstring).toBe('What is paid for.');
    expect(await definitionFacts('tickets.clj', text, 'Hour')).toEqual({
      signature: '(defrecord Hour [worker rate]',
      docstring: undefined,
    });
  });

  it('has imports', async () => {
    expect((await treeOf('tickets.clj', text)).meta?.imports).toEqual([
      '(ns desk.tickets\n  "Tickets of a help desk."\n  (:require [clojure.string :as str]\n            [desk.store :refer [save!]]))',
    ]);
  });

  it('finds the definitions around an error', async () => {
    const broken = `(ns broken)

(defn first-one [x]
  (inc x))

(defn second-one [x]
  (let [y ]]
    (+ x y)))

(defn third-one [x]
  (+ x 3))
`;
    expect(await drawTree('tickets.clj', broken)).toBe(
      `document [1-11]
  imports [1-1]
  function first-one [3-4]
  function second-one [6-8]
  function third-one [10-11]`,
    );
  });
});

// What viewers run in a fillable pad: it checks entries and computes sums. Old viewers know only old JavaScript, so this is ES5.
// `src/print/form/form-script.ts` appends the call with the table of the game:
//
// - game.boxes: by box, its place in game.scores and whether it may be struck; game.marks are the strike marks,
// - game.multiples: by line that is filled in by hand, the number that its value is a multiple of,
// - game.sums: by line, what it comes to, as the type `Sum` of form-script.ts describes,
// - game.characters: all characters that may be typed; game.words: the messages.

// biome-ignore lint/correctness/noUnusedVariables: the appended call uses it
function augenblock(game) {
  // "sheet1.player2" of "sheet1.player2.main.ones".
  function ownerOf(name) {
    return name.split(".").slice(0, 2).join(".");
  }

  // "main.ones" of "sheet1.player2.main.ones".
  function spotOf(name) {
    return name.split(".").slice(2).join(".");
  }

  function isNumber(text) {
    return /^[+\-−–]?[0-9]+$/.test(text);
  }

  function isStrike(text) {
    return game.marks.indexOf(text.toLowerCase()) !== -1;
  }

  // The score of an entry: 0 for a strike; null for a blank, and for anything else.
  function scoreIn(written) {
    var text = String(written).trim();
    if (isNumber(text)) return Number(text.replace(/[−–]/, "-"));
    return isStrike(text) ? 0 : null;
  }

  function isFilled(score) {
    return score !== null;
  }

  function holdsPoints(score) {
    return score !== null && score !== 0;
  }

  function isStruck(score) {
    return score === 0;
  }

  // From `src/rules/dice/formula.ts`; `npm run golden` renews it.
  function operate(op, left, right) {
    switch (op) {
      case "+":
        return left + right;
      case "-":
        return left - right;
      case "*":
        return left * right;
      case "/":
        return Math.floor(left / right);
      case "min":
        return Math.min(left, right);
      case "max":
        return Math.max(left, right);
      default:
        return op;
    }
  }

  function worthOfSteps(mode, steps, value) {
    return steps.reduce(function (worth, step) {
      if (value < step[0]) return worth;
      return mode === "sum" ? worth + step[1] : step[1];
    }, 0);
  }

  // The value of a sum, and whether all its boxes are blank.
  function work(sum, scoreOf) {
    function count(names, isCounted) {
      return names.map(scoreOf).filter(isCounted).length;
    }

    function countOf(names, isCounted) {
      return { value: count(names, isCounted), isBlank: count(names, isFilled) === 0 };
    }

    function changed(part, change) {
      var worked = work(part, scoreOf);
      return { value: change(worked.value), isBlank: worked.isBlank };
    }

    function combined(sign, parts) {
      return parts
        .map(function (part) {
          return work(part, scoreOf);
        })
        .reduce(function (left, right) {
          return { value: operate(sign, left.value, right.value), isBlank: left.isBlank && right.isBlank };
        });
    }

    if (typeof sum === "number") return { value: sum, isBlank: true };
    if (typeof sum === "string") return { value: scoreOf(sum) || 0, isBlank: scoreOf(sum) === null };
    switch (sum[0]) {
      case "least":
        return changed(sum[2], function (value) {
          return Math.max(sum[1], value);
        });
      case "all":
        if (count(sum[1], isFilled) < sum[1].length) return { value: 0, isBlank: true };
        return work(sum[2], scoreOf);
      case "scored":
        return countOf(sum[1], holdsPoints);
      case "struck":
        return countOf(sum[1], isStruck);
      case "steps":
        return changed(sum[3], function (value) {
          return worthOfSteps(sum[1], sum[2], value);
        });
      default:
        return combined(sum[0], sum[1]);
    }
  }

  // The nearest possible scores below and above.
  function nearest(scores, score) {
    var below = scores.filter(function (possible) {
      return possible < score;
    });
    var above = scores.filter(function (possible) {
      return possible > score;
    });
    return below.slice(-1).concat(above.slice(0, 1));
  }

  function impossible(text, possible) {
    return game.words.impossible
      .replace("{written}", text)
      .replace("{possible}", possible.join(game.words.or));
  }

  // The message for a wrong entry; null for a right one.
  function faultOf(spot, text) {
    var score = scoreIn(text);
    if (text === "") return null;
    if (score === null) return game.words.notAScore;
    if (game.multiples[spot] !== undefined) return faultOfMultiple(game.multiples[spot], text, score);
    return game.boxes[spot] === undefined ? null : faultOfBox(game.boxes[spot], text, score);
  }

  function faultOfMultiple(of, text, score) {
    if (score >= 0 && score % of === 0) return null;
    return impossible(text, [Math.max(0, Math.round(score / of)) * of]);
  }

  function faultOfBox(box, text, score) {
    var scores = game.scores[box[0]];
    var mayBeStruck = box[1];
    if (scores.indexOf(score) !== -1 && isNumber(text)) return null;
    if (score === 0) return mayBeStruck ? null : game.words.noStrike;
    return impossible(text, scores.length === 0 ? [0] : nearest(scores, score));
  }

  return {
    // Accepts only characters of numbers and strike marks.
    keystroke: function (event) {
      if (event.willCommit) return;
      var typed = String(event.change).toLowerCase().split("");
      event.rc = typed.every(function (character) {
        return game.characters.indexOf(character) !== -1;
      });
    },

    // Rejects an entry that no dice can earn, and names possible ones. The box then shows its old value, or nothing.
    validate: function (event, app) {
      var fault = faultOf(spotOf(event.target.name), String(event.value).trim());
      if (fault === null) return;
      app.alert(fault, 1);
      // pdf.js blanks the box of a rejected entry but keeps its value, which sums would then count.
      if (app.viewerType === "PDF.js") event.value = "";
      else event.rc = false;
    },

    // Computes a line, unless the changed entry is another player's.
    calculate: function (event, doc) {
      var owner = ownerOf(event.target.name);
      if (event.source && event.source.name && ownerOf(event.source.name) !== owner) return;
      var worked = work(game.sums[spotOf(event.target.name)], function (name) {
        var field = doc.getField(owner + "." + name);
        return field ? scoreIn(field.value) : null;
      });
      event.value = worked.isBlank ? "" : String(worked.value);
    },
  };
}

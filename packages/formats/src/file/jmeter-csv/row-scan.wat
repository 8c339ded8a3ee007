;; Reads the rows of a JMeter CSV that nearly all rows are: unquoted, whole milliseconds, true or false.
;; row-scan.ts says how it is used, build-row-scan.ts makes row-scan-bytes.ts of it.
;;
;; Memory, in bytes (row-scan.ts knows these places too):
;;        0  the message of a Transaction Controller's row
;;       64  what sum added up, of three timings and a fourth place each: how many (16 bytes), the lowest (16), the highest
;;           (16), then the sums as doubles (32) and the second that they are of, in milliseconds (8)
;;      160  which bytes of four the last one to four are
;;    1,024  the window: what is scanned, at most 32,768 bytes, with room before and behind to look past its ends
;;   36,864  places: where each delimiter and newline of the window stands, four bytes each
;;  170,000  records: what was read, 48 bytes a row
;;  262,144  the cache of labels: 2,048 slots of 128 bytes: hash, length, entry + 1 (0: free), the place of what its URLs
;;           begin with (0: not known), up to 112 bytes
;;  524,288  timings: first byte, connect and bytes sent, 12 bytes a row and 4 behind the last; -1 where one is not said
;;  552,960  what URLs begin with, up to the path: 128 places of 288 bytes: length, none (12 bytes), up to 272 bytes
(module
  (memory (export "memory") 9 9)
  (data (i32.const 0) "Number of samples in transaction : ")
  (data (i32.const 160) "\00\00\00\ff\00\00\ff\ff\00\ff\ff\ff\ff\ff\ff\ff")

  ;; The number that eight digits are, or -1. All at once: pairs of digits, then of pairs, then of those.
  (func $digits (param $text i64) (result i64)
    (if (i64.ne
          (i64.or
            (i64.and (local.get $text) (i64.const 0xf0f0f0f0f0f0f0f0))
            (i64.shr_u
              (i64.and
                (i64.add (local.get $text) (i64.const 0x0606060606060606))
                (i64.const 0xf0f0f0f0f0f0f0f0))
              (i64.const 4)))
          (i64.const 0x3333333333333333))
      (then (return (i64.const -1))))
    (local.set $text
      (i64.shr_u
        (i64.mul (i64.and (local.get $text) (i64.const 0x0f0f0f0f0f0f0f0f)) (i64.const 2561))
        (i64.const 8)))
    (local.set $text
      (i64.shr_u
        (i64.mul (i64.and (local.get $text) (i64.const 0x00ff00ff00ff00ff)) (i64.const 6553601))
        (i64.const 16)))
    (i64.shr_u
      (i64.mul (i64.and (local.get $text) (i64.const 0x0000ffff0000ffff)) (i64.const 42949672960001))
      (i64.const 32)))

  ;; The number that the one to eight digits from..to are, or -1 where there is another text, or none.
  (func $number (param $from i32) (param $to i32) (result i32)
    (local $length i32) (local $mask i64)
    (local.set $length (i32.sub (local.get $to) (local.get $from)))
    (if (i32.gt_u (i32.sub (local.get $length) (i32.const 1)) (i32.const 7)) (then (return (i32.const -1))))
    (local.set $mask
      (i64.shl
        (i64.const -1)
        (i64.extend_i32_u (i32.shl (i32.sub (i32.const 8) (local.get $length)) (i32.const 3)))))
    ;; The last digit is the highest byte; what stands before the first becomes zeros.
    (i32.wrap_i64
      (call $digits
        (i64.or
          (i64.and (i64.load (i32.sub (local.get $to) (i32.const 8))) (local.get $mask))
          (i64.and (i64.const 0x3030303030303030) (i64.xor (local.get $mask) (i64.const -1)))))))

  ;; The number in a column, or -1 where the file lacks it, or the column says none.
  (func $optional (param $first i32) (param $column i32) (result i32)
    (if (i32.lt_s (local.get $column) (i32.const 0)) (then (return (i32.const -1))))
    (call $number
      (i32.add (i32.load (i32.add (local.get $first) (local.get $column))) (i32.const 1))
      (i32.load offset=4 (i32.add (local.get $first) (local.get $column)))))

  ;; Stores what a row says of first byte, connect and bytes sent. Nearly always each has one to four digits: then all
  ;; three are read at once, a number in each of three lanes.
  (func $timings
    (param $first i32) (param $latency i32) (param $connect i32) (param $sent i32)
    (param $timing i32)
    (local $a i32) (local $b i32) (local $c i32) (local $aLast i32) (local $bLast i32) (local $cLast i32)
    (local $text v128)
    (block $slow
      (br_if $slow
        (i32.lt_s
          (i32.or (i32.or (local.get $latency) (local.get $connect)) (local.get $sent))
          (i32.const 0)))
      (local.set $a (i32.load offset=4 (i32.add (local.get $first) (local.get $latency))))
      (local.set $b (i32.load offset=4 (i32.add (local.get $first) (local.get $connect))))
      (local.set $c (i32.load offset=4 (i32.add (local.get $first) (local.get $sent))))
      ;; Two less than the places are apart: one less than the digits.
      (local.set $aLast
        (i32.sub
          (i32.sub (local.get $a) (i32.load (i32.add (local.get $first) (local.get $latency))))
          (i32.const 2)))
      (local.set $bLast
        (i32.sub
          (i32.sub (local.get $b) (i32.load (i32.add (local.get $first) (local.get $connect))))
          (i32.const 2)))
      (local.set $cLast
        (i32.sub
          (i32.sub (local.get $c) (i32.load (i32.add (local.get $first) (local.get $sent))))
          (i32.const 2)))
      (br_if $slow
        (i32.gt_u
          (i32.or (i32.or (local.get $aLast) (local.get $bLast)) (local.get $cLast))
          (i32.const 3)))
      ;; The last digit is the highest byte; what stands before the first becomes zeros.
      (local.set $text
        (v128.bitselect
          (v128.load32_lane 2
            (i32.sub (local.get $c) (i32.const 4))
            (v128.load32_lane 1
              (i32.sub (local.get $b) (i32.const 4))
              (v128.load32_zero (i32.sub (local.get $a) (i32.const 4)))))
          (i8x16.splat (i32.const 0x30))
          (v128.load32_lane 2
            (i32.add (i32.const 160) (i32.shl (local.get $cLast) (i32.const 2)))
            (v128.load32_lane 1
              (i32.add (i32.const 160) (i32.shl (local.get $bLast) (i32.const 2)))
              (v128.load32_zero (i32.add (i32.const 160) (i32.shl (local.get $aLast) (i32.const 2))))))))
      (local.set $text (i8x16.sub (local.get $text) (i8x16.splat (i32.const 0x30))))
      (br_if $slow (v128.any_true (i8x16.gt_u (local.get $text) (i8x16.splat (i32.const 9)))))
      ;; Pairs of digits, then of pairs.
      (v128.store (local.get $timing)
        (i32x4.dot_i16x8_s
          (i16x8.add
            (i16x8.mul
              (v128.and (local.get $text) (i16x8.splat (i32.const 0xff)))
              (i16x8.splat (i32.const 10)))
            (i16x8.shr_u (local.get $text) (i32.const 8)))
          (v128.const i16x8 100 1 100 1 100 1 100 1)))
      (return))
    (i32.store (local.get $timing) (call $optional (local.get $first) (local.get $latency)))
    (i32.store offset=4 (local.get $timing) (call $optional (local.get $first) (local.get $connect)))
    (i32.store offset=8 (local.get $timing) (call $optional (local.get $first) (local.get $sent))))

  ;; As text-hash.ts does it: four bytes a step.
  (func $hash (param $from i32) (param $to i32) (result i32)
    (local $hash i32)
    (local.set $hash (i32.xor (i32.const 0x811c9dc5) (i32.sub (local.get $to) (local.get $from))))
    (loop $words
      (if (i32.le_u (i32.add (local.get $from) (i32.const 4)) (local.get $to))
        (then
          (local.set $hash
            (i32.mul (i32.xor (local.get $hash) (i32.load (local.get $from))) (i32.const 0x9e3779b1)))
          (local.set $hash (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 15))))
          (local.set $from (i32.add (local.get $from) (i32.const 4)))
          (br $words))))
    (if (i32.lt_u (local.get $from) (local.get $to))
      (then
        (local.set $hash
          (i32.mul
            (i32.xor
              (local.get $hash)
              (i32.and
                (i32.load (local.get $from))
                (i32.sub
                  (i32.shl
                    (i32.const 1)
                    (i32.shl (i32.sub (local.get $to) (local.get $from)) (i32.const 3)))
                  (i32.const 1))))
            (i32.const 0x9e3779b1)))
        (local.set $hash (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 15))))))
    (local.get $hash))

  ;; Whether the bytes at two places are the same; past their end it may look, but does not care.
  (func $same (param $a i32) (param $b i32) (param $length i32) (result i32)
    (local $mask i32)
    (loop $blocks
      (if (i32.le_s (local.get $length) (i32.const 0)) (then (return (i32.const 1))))
      (local.set $mask
        (select
          (i32.const 0xffff)
          (i32.sub (i32.shl (i32.const 1) (local.get $length)) (i32.const 1))
          (i32.ge_s (local.get $length) (i32.const 16))))
      (if (i32.eq
            (i32.and
              (i8x16.bitmask (i8x16.eq (v128.load (local.get $a)) (v128.load (local.get $b))))
              (local.get $mask))
            (local.get $mask))
        (then
          (local.set $a (i32.add (local.get $a) (i32.const 16)))
          (local.set $b (i32.add (local.get $b) (i32.const 16)))
          (local.set $length (i32.sub (local.get $length) (i32.const 16)))
          (br $blocks))))
    (i32.const 0))

  ;; Writes into the record which entry the cache has for the label, or 0 and the slot where it would be looked for.
  (func $findLabel (param $record i32) (param $from i32) (param $to i32)
    (local $hash i32) (local $at i32) (local $slot i32) (local $length i32) (local $probes i32)
    (local.set $hash (call $hash (local.get $from) (local.get $to)))
    (local.set $length (i32.sub (local.get $to) (local.get $from)))
    (i32.store offset=16 (local.get $record) (local.get $from))
    (i32.store offset=20 (local.get $record) (local.get $to))
    (i32.store offset=28 (local.get $record) (i32.const 0))
    (i32.store offset=44 (local.get $record) (local.get $hash))
    (local.set $at (local.get $hash))
    (loop $probe
      (local.set $slot
        (i32.add
          (i32.const 262144)
          (i32.shl (i32.and (local.get $at) (i32.const 2047)) (i32.const 7))))
      (if (i32.load offset=8 (local.get $slot))
        (then
          (if (i32.eq (i32.load (local.get $slot)) (local.get $hash))
            (then
              (if (i32.eq (i32.load offset=4 (local.get $slot)) (local.get $length))
                (then
                  (if (call $same
                        (i32.add (local.get $slot) (i32.const 16))
                        (local.get $from)
                        (local.get $length))
                    (then
                      (i32.store offset=24 (local.get $record) (i32.load offset=8 (local.get $slot)))
                      (i32.store offset=28 (local.get $record) (local.get $slot))
                      (return)))))))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (local.set $probes (i32.add (local.get $probes) (i32.const 1)))
          (br_if $probe (i32.lt_u (local.get $probes) (i32.const 8))))))
    (i32.store offset=28 (local.get $record) (local.get $slot))
    (i32.store offset=24 (local.get $record) (i32.const 0)))

  ;; Adds up the timings of scanned rows from one row on, up to the first that ended in another second. Answers which.
  (func (export "sum") (param $row i32) (param $rows i32) (param $isStart i32) (result i32)
    (local $record i32) (local $timing i32)
    (local $end f64) (local $second f64)
    (local $value v128) (local $known v128)
    (local $count v128) (local $least v128) (local $most v128) (local $low v128) (local $high v128)
    (local.set $record (i32.add (i32.const 170000) (i32.mul (local.get $row) (i32.const 48))))
    (local.set $timing (i32.add (i32.const 524288) (i32.mul (local.get $row) (i32.const 12))))
    (local.set $least (i32x4.splat (i32.const -1)))
    (local.set $most (i32x4.splat (i32.const -1)))
    (local.set $second (f64.const nan))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $row) (local.get $rows)))
        (local.set $end (f64.load (local.get $record)))
        (if (local.get $isStart)
          (then
            (local.set $end
              (f64.add (local.get $end) (f64.convert_i32_s (i32.load offset=8 (local.get $record)))))))
        (if (f64.ne (local.get $second) (local.get $second))
          (then
            (local.set $second
              (f64.mul
                (f64.floor (f64.div (local.get $end) (f64.const 1000)))
                (f64.const 1000)))))
        (br_if $done (f64.lt (local.get $end) (local.get $second)))
        (br_if $done (f64.ge (f64.sub (local.get $end) (local.get $second)) (f64.const 1000)))
        (local.set $value (v128.load (local.get $timing)))
        (local.set $known (i32x4.ge_s (local.get $value) (i32x4.splat (i32.const 0))))
        (local.set $count (i32x4.sub (local.get $count) (local.get $known)))
        ;; What is not said is the highest number without a sign, and the lowest with one.
        (local.set $least (i32x4.min_u (local.get $least) (local.get $value)))
        (local.set $most (i32x4.max_s (local.get $most) (local.get $value)))
        (local.set $value (v128.and (local.get $value) (local.get $known)))
        (local.set $low (i64x2.add (local.get $low) (i64x2.extend_low_i32x4_s (local.get $value))))
        (local.set $high (i64x2.add (local.get $high) (i64x2.extend_high_i32x4_s (local.get $value))))
        (local.set $record (i32.add (local.get $record) (i32.const 48)))
        (local.set $timing (i32.add (local.get $timing) (i32.const 12)))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $each)))
    (v128.store (i32.const 64) (local.get $count))
    (v128.store (i32.const 80) (local.get $least))
    (v128.store (i32.const 96) (local.get $most))
    (f64.store (i32.const 112) (f64.convert_i64_s (i64x2.extract_lane 0 (local.get $low))))
    (f64.store (i32.const 120) (f64.convert_i64_s (i64x2.extract_lane 1 (local.get $low))))
    (f64.store (i32.const 128) (f64.convert_i64_s (i64x2.extract_lane 0 (local.get $high))))
    (f64.store (i32.const 144) (local.get $second))
    (local.get $row))

  ;; Reads the window's rows into records. Answers twice their number, and one more where it stopped at a row that it
  ;; cannot read. Columns are given as four times their number; those that the file lacks are negative.
  (func (export "scan")
    (param $length i32) (param $delimiter i32) (param $columns i32) (param $longest i32)
    (param $time i32) (param $elapsed i32) (param $label i32) (param $success i32)
    (param $message i32) (param $thread i32) (param $bytes i32)
    (param $type i32)
    (param $latency i32) (param $connect i32) (param $sent i32)
    (param $code i32)
    (param $url i32)
    (result i32)
    (local $block i32) (local $to i32) (local $rows i32) (local $record i32) (local $timing i32)
    ;; Places of what splits the row: the newline before it, its delimiters, its newline.
    (local $first i32) (local $last i32) (local $place i32) (local $blockPlaces i32)
    (local $begin i32) (local $end i32) (local $value i32) (local $quote i32) (local $flags i32)
    (local $splits i64) (local $left i64) (local $newlines i64) (local $high i64) (local $low i64)
    (local $delimiters v128) (local $lf v128) (local $quotes v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $na v128) (local $nb v128)
    (local $nc v128) (local $nd v128)
    (local.set $block (i32.const 1024))
    (local.set $to (i32.add (i32.const 1024) (local.get $length)))
    (local.set $record (i32.const 170000))
    (local.set $timing (i32.const 524288))
    (local.set $first (i32.const 36864))
    (i32.store (local.get $first) (i32.const 1023))
    (local.set $place (i32.const 36868))
    (local.set $quote (i32.const 0x7fffffff))
    (local.set $delimiters (i8x16.splat (local.get $delimiter)))
    (local.set $lf (i8x16.splat (i32.const 10)))
    (local.set $quotes (i8x16.splat (i32.const 34)))
    (loop $blocks
      (if (i32.ge_u (local.get $block) (local.get $to))
        (then (return (i32.shl (local.get $rows) (i32.const 1)))))
      (local.set $a (v128.load (local.get $block)))
      (local.set $b (v128.load offset=16 (local.get $block)))
      (local.set $c (v128.load offset=32 (local.get $block)))
      (local.set $d (v128.load offset=48 (local.get $block)))
      (local.set $na (i8x16.eq (local.get $a) (local.get $lf)))
      (local.set $nb (i8x16.eq (local.get $b) (local.get $lf)))
      (local.set $nc (i8x16.eq (local.get $c) (local.get $lf)))
      (local.set $nd (i8x16.eq (local.get $d) (local.get $lf)))
      (local.set $newlines
        (i64.or
          (i64.or
            (i64.extend_i32_u (i8x16.bitmask (local.get $na)))
            (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $nb))) (i64.const 16)))
          (i64.or
            (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $nc))) (i64.const 32))
            (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $nd))) (i64.const 48)))))
      (local.set $splits
        (i64.or
          (local.get $newlines)
          (i64.or
            (i64.or
              (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $a) (local.get $delimiters))))
              (i64.shl
                (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $b) (local.get $delimiters))))
                (i64.const 16)))
            (i64.or
              (i64.shl
                (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $c) (local.get $delimiters))))
                (i64.const 32))
              (i64.shl
                (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $d) (local.get $delimiters))))
                (i64.const 48))))))
      ;; Where the first quote is: the row that it is in is left to the careful way.
      (local.set $na (i8x16.eq (local.get $a) (local.get $quotes)))
      (local.set $nb (i8x16.eq (local.get $b) (local.get $quotes)))
      (local.set $nc (i8x16.eq (local.get $c) (local.get $quotes)))
      (local.set $nd (i8x16.eq (local.get $d) (local.get $quotes)))
      (if (v128.any_true
            (v128.or (v128.or (local.get $na) (local.get $nb)) (v128.or (local.get $nc) (local.get $nd))))
        (then
          (if (i32.eq (local.get $quote) (i32.const 0x7fffffff))
            (then
              (local.set $quote
                (i32.add
                  (local.get $block)
                  (i32.wrap_i64
                    (i64.ctz
                      (i64.or
                        (i64.or
                          (i64.extend_i32_u (i8x16.bitmask (local.get $na)))
                          (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $nb))) (i64.const 16)))
                        (i64.or
                          (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $nc))) (i64.const 32))
                          (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $nd))) (i64.const 48))))))))))))
      (if (i32.lt_u (i32.sub (local.get $to) (local.get $block)) (i32.const 64))
        (then
          (local.set $left
            (i64.sub
              (i64.shl
                (i64.const 1)
                (i64.extend_i32_u (i32.sub (local.get $to) (local.get $block))))
              (i64.const 1)))
          (local.set $splits (i64.and (local.get $splits) (local.get $left)))
          (local.set $newlines (i64.and (local.get $newlines) (local.get $left)))))
      (local.set $blockPlaces (local.get $place))
      (local.set $left (local.get $splits))
      (block $noneLeft
        (br_if $noneLeft (i64.eqz (local.get $left)))
        (loop $each
          (i32.store (local.get $place)
            (i32.add (local.get $block) (i32.wrap_i64 (i64.ctz (local.get $left)))))
          (local.set $place (i32.add (local.get $place) (i32.const 4)))
          (local.set $left (i64.and (local.get $left) (i64.sub (local.get $left) (i64.const 1))))
          (br_if $each (i64.ne (local.get $left) (i64.const 0)))))

      (block $noRow
        (br_if $noRow (i64.eqz (local.get $newlines)))
        (loop $row
          (block $careful
            (local.set $end
              (i32.add (local.get $block) (i32.wrap_i64 (i64.ctz (local.get $newlines)))))
            (local.set $last
              (i32.add
                (local.get $blockPlaces)
                (i32.shl
                  (i32.wrap_i64
                    (i64.popcnt
                      (i64.and
                        (local.get $splits)
                        (i64.sub
                          (i64.and (local.get $newlines) (i64.sub (i64.const 0) (local.get $newlines)))
                          (i64.const 1)))))
                  (i32.const 2))))
            (br_if $careful
              (i32.ne (i32.sub (local.get $last) (local.get $first)) (local.get $columns)))
            (br_if $careful (i32.lt_u (local.get $quote) (local.get $end)))
            (br_if $careful
              (i32.gt_u (i32.sub (local.get $end) (i32.load (local.get $first))) (local.get $longest)))
            (i32.store offset=40 (local.get $record) (i32.add (local.get $end) (i32.const 1)))
            ;; The return before the newline is no part of the last field.
            (if (i32.eq (i32.load8_u (i32.sub (local.get $end) (i32.const 1))) (i32.const 13))
              (then (i32.store (local.get $last) (i32.sub (local.get $end) (i32.const 1)))))

            ;; Thirteen digits: the first eight, and the last eight.
            (local.set $begin
              (i32.add (i32.load (i32.add (local.get $first) (local.get $time))) (i32.const 1)))
            (br_if $careful
              (i32.ne
                (i32.sub
                  (i32.load offset=4 (i32.add (local.get $first) (local.get $time)))
                  (local.get $begin))
                (i32.const 13)))
            (local.set $high (call $digits (i64.load (local.get $begin))))
            (local.set $low (call $digits (i64.load offset=5 (local.get $begin))))
            (br_if $careful (i64.lt_s (i64.or (local.get $high) (local.get $low)) (i64.const 0)))
            (local.set $high
              (i64.add
                (i64.mul (i64.div_u (local.get $high) (i64.const 1000)) (i64.const 100000000))
                (local.get $low)))
            (br_if $careful (i64.lt_u (local.get $high) (i64.const 946684800000)))
            (br_if $careful (i64.ge_u (local.get $high) (i64.const 4102444800000)))
            (f64.store (local.get $record) (f64.convert_i64_s (local.get $high)))

            (local.set $value
              (call $number
                (i32.add (i32.load (i32.add (local.get $first) (local.get $elapsed))) (i32.const 1))
                (i32.load offset=4 (i32.add (local.get $first) (local.get $elapsed)))))
            (br_if $careful (i32.lt_s (local.get $value) (i32.const 0)))
            (i32.store offset=8 (local.get $record) (local.get $value))

            (local.set $value (i32.const 0))
            (if (i32.ge_s (local.get $bytes) (i32.const 0))
              (then
                (local.set $begin
                  (i32.add (i32.load (i32.add (local.get $first) (local.get $bytes))) (i32.const 1)))
                (if (i32.ne
                      (local.get $begin)
                      (i32.load offset=4 (i32.add (local.get $first) (local.get $bytes))))
                  (then
                    (local.set $value
                      (call $number
                        (local.get $begin)
                        (i32.load offset=4 (i32.add (local.get $first) (local.get $bytes)))))
                    (br_if $careful (i32.lt_s (local.get $value) (i32.const 0)))))))
            (i32.store offset=12 (local.get $record) (local.get $value))

            ;; "true" or "false"; another spelling is for the careful way.
            (local.set $begin
              (i32.add (i32.load (i32.add (local.get $first) (local.get $success))) (i32.const 1)))
            (local.set $value
              (i32.sub
                (i32.load offset=4 (i32.add (local.get $first) (local.get $success)))
                (local.get $begin)))
            (if (i32.and
                  (i32.eq (local.get $value) (i32.const 4))
                  (i32.eq (i32.load (local.get $begin)) (i32.const 0x65757274)))
              (then (local.set $flags (i32.const 0)))
              (else
                (br_if $careful (i32.ne (local.get $value) (i32.const 5)))
                (br_if $careful (i32.ne (i32.load (local.get $begin)) (i32.const 0x736c6166)))
                (br_if $careful (i32.ne (i32.load8_u offset=4 (local.get $begin)) (i32.const 101)))
                (local.set $flags (i32.const 1))))
            (if (i32.ge_s (local.get $message) (i32.const 0))
              (then
                (local.set $begin
                  (i32.add (i32.load (i32.add (local.get $first) (local.get $message))) (i32.const 1)))
                ;; Neither a message nor a type of data: what it is shows from other columns and rows.
                (if (i32.eq
                      (local.get $begin)
                      (i32.load offset=4 (i32.add (local.get $first) (local.get $message))))
                  (then
                    (if (i32.ge_s (local.get $type) (i32.const 0))
                      (then
                        (br_if $careful
                          (i32.eq
                            (i32.add
                              (i32.load (i32.add (local.get $first) (local.get $type)))
                              (i32.const 1))
                            (i32.load offset=4 (i32.add (local.get $first) (local.get $type)))))))))
                (if (i64.eq (i64.load (local.get $begin)) (i64.load (i32.const 0)))
                  (then
                    (if (call $same (local.get $begin) (i32.const 0) (i32.const 35))
                      (then (local.set $flags (i32.or (local.get $flags) (i32.const 2)))))))))
            ;; A code from 400 to 599: three digits, of which the first is 4 or 5.
            (if (i32.ge_s (local.get $code) (i32.const 0))
              (then
                (local.set $begin
                  (i32.add (i32.load (i32.add (local.get $first) (local.get $code))) (i32.const 1)))
                (if (i32.eq
                      (i32.and (i32.load8_u (local.get $begin)) (i32.const 0xfe))
                      (i32.const 0x34))
                  (then
                    (if (i32.eq
                          (i32.sub
                            (i32.load offset=4 (i32.add (local.get $first) (local.get $code)))
                            (local.get $begin))
                          (i32.const 3))
                      (then
                        (local.set $value
                          (call $number
                            (local.get $begin)
                            (i32.add (local.get $begin) (i32.const 3))))
                        (if (i32.gt_s (local.get $value) (i32.const 0))
                          (then
                            (local.set $flags
                              (i32.or
                                (local.get $flags)
                                (i32.shl (local.get $value) (i32.const 2))))))))))))
            (i32.store offset=36 (local.get $record) (local.get $flags))

            (local.set $value (i32.const 0))
            (if (i32.ge_s (local.get $thread) (i32.const 0))
              (then
                (local.set $value
                  (call $hash
                    (i32.add (i32.load (i32.add (local.get $first) (local.get $thread))) (i32.const 1))
                    (i32.load offset=4 (i32.add (local.get $first) (local.get $thread)))))))
            (i32.store offset=32 (local.get $record) (local.get $value))

            (call $findLabel
              (local.get $record)
              (i32.add (i32.load (i32.add (local.get $first) (local.get $label))) (i32.const 1))
              (i32.load offset=4 (i32.add (local.get $first) (local.get $label))))

            ;; Whether it is sent to the host that is known of its label.
            (if (i32.ge_s (local.get $url) (i32.const 0))
              (then
                (local.set $value (i32.const 0))
                (if (i32.load offset=24 (local.get $record))
                  (then (local.set $value (i32.load offset=12 (i32.load offset=28 (local.get $record))))))
                (block $known
                  (if (local.get $value)
                    (then
                      (br_if $known
                        (call $same
                          (i32.add (i32.load (i32.add (local.get $first) (local.get $url))) (i32.const 1))
                          (i32.add (local.get $value) (i32.const 16))
                          (i32.load (local.get $value))))))
                  (i32.store offset=36 (local.get $record)
                    (i32.or (local.get $flags) (i32.const 0x10000))))))

            (call $timings
              (local.get $first)
              (local.get $latency)
              (local.get $connect)
              (local.get $sent)
              (local.get $timing))
            ;; A failed request without a first byte never got one.
            (if (i32.and (local.get $flags) (i32.eqz (i32.load (local.get $timing))))
              (then (i32.store (local.get $timing) (i32.const -1))))
            (local.set $timing (i32.add (local.get $timing) (i32.const 12)))

            (i32.store (local.get $last) (local.get $end))
            (local.set $first (local.get $last))
            (local.set $record (i32.add (local.get $record) (i32.const 48)))
            (local.set $rows (i32.add (local.get $rows) (i32.const 1)))
            (local.set $newlines
              (i64.and (local.get $newlines) (i64.sub (local.get $newlines) (i64.const 1))))
            (br_if $row (i64.ne (local.get $newlines) (i64.const 0)))
            (br $noRow))
          (return (i32.or (i32.shl (local.get $rows) (i32.const 1)) (i32.const 1)))))
      (local.set $block (i32.add (local.get $block) (i32.const 64)))
      (br $blocks))
    (unreachable))
)

# Runs a program as a user that nobody else is, behind a filter of system calls, and ends when all is gone that this
# user left: uid-supervisor.pl PRCTL INFO_FD FILTER_FD BOX PROGRAM ARGUMENT... PRCTL is the number of that system call here,
# BOX the folder with the job's `in`, `out`, `work` and `task`.
use strict;
use warnings;
no warnings 'recursion';

# Between those that Debian gives to packages and those that nobody is; none of them has a name.
my ($first, $users) = (64200, 256);
# Where everybody may write.
my @shared = ('/tmp', '/var/tmp', '/dev/shm', '/run/lock');
my ($set_death_signal, $set_no_new_privileges, $set_filter, $by_program) = (1, 38, 22, 2);
my $no_such_process = 3;

my ($prctl, $info, $filter_from, $box, @program) = @ARGV;

my ($child, $told);
$SIG{TERM} = sub {
    $told = 1;
    kill KILL => $child if $child;
};
control($set_death_signal, 15);
close_inherited();

open my $filter_file, '<&=', $filter_from or die "no filter: $!\n";
my $filter = do { local $/; <$filter_file> };
close $filter_file;

my ($user, $lock) = free_user();
# As long as this process is that one it can end the other's processes, and they cannot end it.
my $warden = $user + $users;
remove_left_before();
lend();

open my $info_file, '>&=', $info or die "nobody to tell: $!\n";
$child = fork // die "no process: $!\n";
begin() if $child == 0;
kill KILL => $child if $told;
print $info_file qq({"child-pid": $$}\n);
close $info_file;
close STDIN;

waitpid $child, 0;
my $status = $?;
end_all();
remove_left();
exit($status & 127 ? 128 + ($status & 127) : $status >> 8);

# What whoever started the server left open is no business of what runs here.
sub close_inherited {
    opendir my $all, '/proc/self/fd' or die "no /proc: $!\n";
    my @more = grep { /^\d+$/ && $_ > 2 && $_ != $info && $_ != $filter_from } readdir $all;
    closedir $all;
    for my $fd (@more) {
        open my $file, '<&=', $fd or next;
        close $file;
    }
}

# Of several servers on a machine each asks the kernel for the name first, which is free again when its owner ends. One
# whose dead wait to be reaped may start fewer processes, for they still count: such users are taken last.
sub free_user {
    my @all = map { $first + ($$ + $_) % $users } 0 .. $users - 1;
    my %seen = map { $_->[0] => 1 } processes();
    for my $id ((grep { !$seen{$_} && !$seen{$_ + $users} } @all), @all) {
        socket my $name, 1, 1, 0 or die "no socket: $!\n";
        return ($id, $name) if bind($name, pack('S a*', 1, "\0protean-user-$id")) && !running($id);
    }
    die "all users from $first on are taken\n";
}

# Whether anything runs as that user or its warden, this process aside; what only waits to be reaped does not.
sub running {
    my ($id) = @_;
    return grep { my ($user, $state) = @$_; ($user == $id || $user == $id + $users) && $state !~ /[ZX]/ } processes();
}

# The user and the state of each process but this one.
sub processes {
    opendir my $all, '/proc' or die "no /proc: $!\n";
    my @found;
    for my $pid (grep { /^\d+$/ && $_ != $$ } readdir $all) {
        open my $file, '<', "/proc/$pid/status" or next;
        my $facts = do { local $/; <$file> } // '';
        push @found, [$2, $1] if $facts =~ /^State:\t(.).*^Uid:\t(\d+)/ms;
    }
    return @found;
}

# The box can be entered by its user alone, who reads and does not write what is to be done.
sub lend {
    chown 0, $user, $box or die "files cannot be given away: $!\n";
    chmod 0710, $box;
    chmod 0755, "$box/in", "$box/task";
    chown $user, $user, "$box/out", "$box/work";
}

sub begin {
    close $info_file;
    control($set_no_new_privileges, 1, 0, 0, 0);
    control($set_filter, $by_program, pack('S x6 P', length($filter) / 8, $filter));
    umask 077;
    my @as = ("--reuid=$user", "--regid=$user", '--clear-groups', '--inh-caps=-all');
    exec '/usr/bin/setpriv', @as, '--pdeathsig=KILL', '--', @program or die "no program: $!\n";
}

sub control {
    my ($what, @how) = @_;
    return if syscall($prctl, $what, @how) == 0;
    die "prctl $what: $!\n";
}

# What a call to all reaches it reaches at once, so nothing can be forked away from it.
sub end_all {
    $SIG{TERM} = 'IGNORE';
    become_warden();
    until (kill(KILL => -1) == 0 && $! == $no_such_process) {
        last unless running($user);
        select undef, undef, undef, 0.001;
    }
}

# As root a call to all would reach everything there is.
sub become_warden {
    ($(, $)) = ($user, "$user $user");
    ($<, $>) = ($warden, $user);
    die "not the warden of $user: $!\n" if $< != $warden || $> != $user;
}

# What a box left whose warden was killed; its user goes there and not root, whom a link could lead astray.
sub remove_left_before {
    return if !left();
    my $cleaner = fork // die "no process: $!\n";
    if ($cleaner == 0) {
        become_warden();
        remove_left();
        exit 0;
    }
    waitpid $cleaner, 0;
}

# Without a further process: those that have ended still count until the system's first process has seen to them.
sub remove_left {
    for my $place (left()) {
        my ($folder, $name) = $place =~ m{^(.*)/(.*)$}s;
        remove($name) if chdir $folder;
    }
}

sub left {
    return grep { ((lstat)[4] // -1) == $user } map { my $folder = $_; map { "$folder/$_" } names($folder) } @shared;
}

sub remove {
    my ($name) = @_;
    return if unlink $name;
    chmod 0700, $name;
    chdir $name or return;
    remove($_) for names('.');
    chdir '..' and rmdir $name;
}

sub names {
    my ($folder) = @_;
    opendir my $all, $folder or return;
    # Perl distrusts what it reads as one user for another, but whatever a name is, it is one in this folder.
    return grep { !/^\.\.?$/ } map { /^(.*)$/s } readdir $all;
}
